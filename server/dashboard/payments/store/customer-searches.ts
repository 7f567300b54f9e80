import type { Db } from "@/server/platform/pool";

type CustomerSearch = { field: "email" | "phone"; value: string };

export async function insertCustomerSearch(
  db: Db,
  search: CustomerSearch & { id: string; sessionId: string; expiresAt: Date },
): Promise<void> {
  await db.query(
    "insert into customer_searches (id, session_id, field, value, expires_at) values ($1, $2, $3, $4, $5)",
    [search.id, search.sessionId, search.field, search.value, search.expiresAt],
  );
}

/** Null when it has expired or belongs to another session. */
export async function findCustomerSearch(
  db: Db,
  search: { id: string; sessionId: string },
  at: Date,
): Promise<CustomerSearch | null> {
  const { rows } = await db.query<CustomerSearch>(
    "select field, value from customer_searches where id = $1 and session_id = $2 and expires_at > $3",
    [search.id, search.sessionId, at],
  );
  return rows[0] ?? null;
}
