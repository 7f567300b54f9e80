import type { Db } from "@/server/platform/pool";
import type { ToldRemaining } from "../domain/refund-balance";

type LedgerRow = { remainingPaise: bigint | null; toldAt: Date | null };

/**
 * Takes a payment's row for update, making it at its first refund: until the transaction ends, nobody else decides about
 * a refund of this payment (failures 2 and 12).
 */
export async function lockLedger(db: Db, transactionId: string): Promise<ToldRemaining | null> {
  await db.query("insert into refund_ledgers (transaction_id) values ($1) on conflict do nothing", [
    transactionId,
  ]);
  const { rows } = await db.query<LedgerRow>(
    `select told_remaining_paise as "remainingPaise", told_at as "toldAt"
     from refund_ledgers where transaction_id = $1 for update`,
    [transactionId],
  );
  return told(rows[0]);
}

/** The same without a lock, to show. */
export async function readLedger(db: Db, transactionId: string): Promise<ToldRemaining | null> {
  const { rows } = await db.query<LedgerRow>(
    `select told_remaining_paise as "remainingPaise", told_at as "toldAt"
     from refund_ledgers where transaction_id = $1`,
    [transactionId],
  );
  return told(rows[0]);
}

export async function noteToldRemaining(db: Db, transactionId: string, told: ToldRemaining): Promise<void> {
  await db.query(
    "update refund_ledgers set told_remaining_paise = $2, told_at = $3 where transaction_id = $1",
    [transactionId, told.remainingPaise, told.toldAt],
  );
}

function told(row: LedgerRow | undefined): ToldRemaining | null {
  if (row === undefined || row.remainingPaise === null || row.toldAt === null) return null;
  return { remainingPaise: row.remainingPaise, toldAt: row.toldAt };
}
