import { type Db, prepared } from "@/server/platform/pool";
import type { GatewayAccountKey } from "../../domain/gateways/gateway-account";

/** When the newest payment of each account was created; an account without payments is not in the result. */
export async function lastPayments(
  db: Db,
  merchantId: number,
): Promise<readonly { gateway: string; account: number; at: Date }[]> {
  const { rows } = await db.query<{ gateway: string; account: number; at: Date }>(
    `select a.gateway, a.account, p.created_at as at from gateway_accounts a
     cross join lateral (select created_at from payments p
       where p.merchant_id = $1 and p.gateway = a.gateway and p.gateway_account = a.account
       order by p.id desc limit 1) p
     where a.merchant_id = $1`,
    [merchantId],
  );
  return rows;
}

/** Payments read at most to find one. */
const LOOKED_THROUGH = 500;

/**
 * The newest paid payment of an account among its latest, or else the newest that can still be paid, to find out whether
 * credentials are of the same account.
 */
export async function latestCheckout(
  db: Db,
  { merchantId, gateway, account }: GatewayAccountKey,
): Promise<{ paymentId: string; checkoutId: string; redirectUrl: string | null } | null> {
  const { rows } = await db.query<{ id: string; checkout: string; url: string | null }>(
    `select id, gateway_checkout_id as checkout, gateway_checkout_url as url from (
       select id, gateway_checkout_id, gateway_checkout_url, status from payments
       where merchant_id = $1 and gateway = $2 and gateway_account = $3 order by id desc limit ${LOOKED_THROUGH}) latest
     where status in ('SUCCESS', 'INITIATED') and gateway_checkout_id is not null
     order by status = 'SUCCESS' desc, id desc limit 1`,
    [merchantId, gateway, account],
  );
  const [row] = rows;
  return row === undefined ? null : { paymentId: row.id, checkoutId: row.checkout, redirectUrl: row.url };
}

const PAYMENTS_OF_ACCOUNT = prepared(
  `(select 1 from payments where merchant_id = $1 and gateway = $2 and gateway_account = $3 limit 1)
   union all
   (select 1 from payments where merchant_id = $1 and status = 'INITIATED' and link_issued_at is null and gateway is null
      and created_at < $4 limit 1)`,
);

/** Whether an account has a payment, or one created before `mayOpenUntil` is still to be opened, perhaps in it. */
export async function mayHavePayments(
  db: Db,
  { merchantId, gateway, account }: GatewayAccountKey,
  mayOpenUntil: Date,
): Promise<boolean> {
  const values = [merchantId, gateway, account, mayOpenUntil];
  const { rowCount } = await db.query({ ...PAYMENTS_OF_ACCOUNT, values });
  return rowCount !== 0;
}

const UNUSED = "retired_at < $1 and (kept_from is null or kept_from < $1)";
const ONE_PAYMENT_OF_ACCOUNT = prepared(
  "select 1 from payments where merchant_id = $1 and gateway = $2 and gateway_account = $3 limit 1",
);

/**
 * Deletes accounts that took no new payments and were not entered again since `before`, and that no payment names, with their credentials and what
 * Adyen has reported of them. `before` is long enough ago that no payment is still being opened in them.
 */
export async function deleteUnusedAccounts(db: Db, before: Date): Promise<GatewayAccountKey[]> {
  const { rows } = await db.query<{ merchant_id: number; gateway: string; account: number }>(
    `select merchant_id, gateway, account from gateway_accounts where ${UNUSED}`,
    [before],
  );
  const deleted: GatewayAccountKey[] = [];
  for (const { merchant_id: merchantId, gateway, account } of rows) {
    const key = [merchantId, gateway, account];
    // Apart from the deletion: on a Citus, accounts are on every node, and payments are not.
    const named = await db.query({ ...ONE_PAYMENT_OF_ACCOUNT, values: key });
    if (named.rowCount !== 0) continue;
    const { rowCount } = await db.query(
      `delete from gateway_accounts where ${UNUSED} and merchant_id = $2 and gateway = $3 and account = $4`,
      [before, ...key],
    );
    if (rowCount === 1) deleted.push({ merchantId, gateway, account });
  }
  return deleted;
}
