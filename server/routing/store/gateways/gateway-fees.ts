import { PAYMENT_METHODS, type PaymentMethod } from "@/lib/contract/statuses";
import type { Db } from "@/server/platform/pool";
import type { Fee, FeeList } from "../../domain/gateways/fee";

type Row = {
  gateway: string;
  revision: number;
  changed_at: Date;
  changed_by: string;
  currency: string | null;
  payment_method: string | null;
  fixed_paise: bigint | null;
  rate_millionths: number | null;
};

/** The fees of each of the merchant's gateways for which some were ever saved, in the order of their currencies and methods. */
export async function listFees(db: Db, merchantId: number): Promise<FeeList[]> {
  const { rows } = await db.query<Row>(
    `select l.gateway, l.revision, l.changed_at, l.changed_by, f.currency, f.payment_method, f.fixed_paise,
       f.rate_millionths
     from gateway_fee_lists l left join gateway_fees f on f.merchant_id = l.merchant_id and f.gateway = l.gateway
     where l.merchant_id = $1
     order by l.gateway, f.currency, f.payment_method nulls first`,
    [merchantId],
  );
  const lists = new Map<string, FeeList & { fees: Fee[] }>();
  for (const row of rows) {
    const { gateway, revision } = row;
    const list = lists.get(gateway) ?? {
      gateway,
      revision,
      fees: [],
      changed: { at: row.changed_at, by: row.changed_by },
    };
    lists.set(gateway, list);
    list.fees.push(...feeFrom(row));
  }
  return [...lists.values()];
}

/** None for a method that this process does not know: a newer one has written it. */
function feeFrom({
  currency,
  payment_method: code,
  fixed_paise: fixedPaise,
  rate_millionths: rate,
}: Row): Fee[] {
  if (currency === null || fixedPaise === null || rate === null) return [];
  const method: PaymentMethod | null | undefined =
    code === null ? null : PAYMENT_METHODS.find((known) => known === code);
  return method === undefined ? [] : [{ currency, method, fixedPaise, rateMillionths: rate }];
}

const FIRST_REVISION = `insert into gateway_fee_lists as l (merchant_id, gateway, revision, changed_at, changed_by)
   values ($1, $2, $3::integer + 1, $4, $5)
   on conflict (merchant_id, gateway) do update
     set revision = l.revision + 1, changed_at = excluded.changed_at, changed_by = excluded.changed_by
     where l.revision = $3`;
/** Where there was a list, there must be one: an insert would begin another. */
const NEXT_REVISION = `update gateway_fee_lists set revision = revision + 1, changed_at = $4, changed_by = $5
   where merchant_id = $1 and gateway = $2 and revision = $3`;

/**
 * Saves the fees of a gateway as the revision after `revision`; false when another one has been saved since. The caller's
 * transaction makes the list and its revision one.
 */
export async function saveFees(
  db: Db,
  merchantId: number,
  list: { gateway: string; revision: number; fees: readonly Fee[]; changed: { at: Date; by: string } },
): Promise<boolean> {
  const { gateway, revision, fees, changed } = list;
  // Two may save after the same revision: the second waits for the first and then finds its row.
  const saved = await db.query(revision === 0 ? FIRST_REVISION : NEXT_REVISION, [
    merchantId,
    gateway,
    revision,
    changed.at,
    changed.by,
  ]);
  if (saved.rowCount !== 1) return false;
  await db.query("delete from gateway_fees where merchant_id = $1 and gateway = $2", [merchantId, gateway]);
  await db.query(
    `insert into gateway_fees (merchant_id, gateway, currency, payment_method, fixed_paise, rate_millionths)
     select $1::integer, $2::text, * from unnest($3::text[], $4::text[], $5::bigint[], $6::integer[])`,
    [
      merchantId,
      gateway,
      fees.map(({ currency }) => currency),
      fees.map(({ method }) => method),
      fees.map(({ fixedPaise }) => fixedPaise),
      fees.map(({ rateMillionths }) => rateMillionths),
    ],
  );
  return true;
}
