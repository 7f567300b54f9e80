import type { Db } from "@/server/platform/pool";

/** A customer of whom only hashes are stored, by the payment from which the page was opened. */
export type SeenCustomer = { transactionId: string; reference: string };

export async function insertSeenCustomer(
  db: Db,
  customer: SeenCustomer & { id: string; sessionId: string; expiresAt: Date },
): Promise<void> {
  await db.query(
    `insert into seen_customers (id, session_id, transaction_id, reference, expires_at) values ($1, $2, $3, $4, $5)`,
    [customer.id, customer.sessionId, customer.transactionId, customer.reference, customer.expiresAt],
  );
}

/** Null when it has expired or belongs to another session. */
export async function findSeenCustomer(
  db: Db,
  customer: { id: string; sessionId: string },
  at: Date,
): Promise<SeenCustomer | null> {
  const { rows } = await db.query<SeenCustomer>(
    `select transaction_id as "transactionId", reference from seen_customers
     where id = $1 and session_id = $2 and expires_at > $3`,
    [customer.id, customer.sessionId, at],
  );
  return rows[0] ?? null;
}
