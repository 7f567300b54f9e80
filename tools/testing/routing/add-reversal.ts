import type { Db } from "@/server/platform/pool";

/** A reversal of that charge of a payment, at the simulator; one of an end that is named here has ended. */
export async function addReversal(
  db: Pick<Db, "query">,
  paymentId: string,
  {
    charge = "simpay_late",
    status = "INITIATED",
    dueAt = "now",
  }: Partial<Record<"charge" | "status" | "dueAt", string>> = {},
): Promise<{ merchantId: number; refundId: string }> {
  const { rows } = await db.query<{ merchantId: number; refundId: string }>(
    `insert into refunds (merchant_id, kind, id, payment_id, charge, merchant_transaction_id, amount_paise, currency, status,
       gateway, requested_at, completed_at, due_at)
     select merchant_id, 'reversal', id || ':' || $2, id, $2, merchant_transaction_id, amount_paise, currency, $3,
       'simulator', now(), case when $3 in ('SUCCESS', 'FAILURE') then now() end, $4::timestamptz
     from payments where id = $1 returning merchant_id as "merchantId", id as "refundId"`,
    [paymentId, charge, status, dueAt],
  );
  const [added] = rows;
  if (added === undefined) throw new Error(`there is no payment ${paymentId}`);
  return added;
}
