import type { Db } from "@/server/platform/pool";

/**
 * Whether the account of the connection is closed; it stays so until the transaction ends. What begins work of its own asks
 * under this lock: either it sees the closing, or the closing sees the work and pauses it (decision 0302).
 */
export async function isAccountClosed(db: Db): Promise<boolean> {
  const { rows } = await db.query<{ closedAt: Date | null }>(
    `select closed_at as "closedAt" from own_account for share`,
  );
  return (rows[0]?.closedAt ?? null) !== null;
}
