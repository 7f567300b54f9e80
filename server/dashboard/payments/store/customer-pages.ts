import type { Db } from "@/server/platform/pool";

/** The contact of the customer of a payment; at least one part is known. */
export type CustomerPage = { transactionId: string; email: string | null; phone: string | null };

export async function insertCustomerPage(
  db: Db,
  page: CustomerPage & { id: string; sessionId: string; expiresAt: Date },
): Promise<void> {
  await db.query(
    `insert into customer_pages (id, session_id, transaction_id, email, phone, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [page.id, page.sessionId, page.transactionId, page.email, page.phone, page.expiresAt],
  );
}

/** Null when it has expired or belongs to another session. */
export async function findCustomerPage(
  db: Db,
  page: { id: string; sessionId: string },
  at: Date,
): Promise<CustomerPage | null> {
  const { rows } = await db.query<CustomerPage>(
    `select transaction_id as "transactionId", email, phone from customer_pages
     where id = $1 and session_id = $2 and expires_at > $3`,
    [page.id, page.sessionId, at],
  );
  return rows[0] ?? null;
}
