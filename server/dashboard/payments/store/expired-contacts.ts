import type { Db } from "@/server/platform/pool";

/**
 * Deletes the contacts of searches and of customers' pages that no session can use any more (decision 0110):
 * a customer's data is not stored longer than it is used.
 */
export async function deleteExpiredContacts(db: Db, at: Date): Promise<void> {
  await db.query("delete from customer_searches where expires_at <= $1", [at]);
  await db.query("delete from customer_pages where expires_at <= $1", [at]);
  await db.query("delete from seen_customers where expires_at <= $1", [at]);
}
