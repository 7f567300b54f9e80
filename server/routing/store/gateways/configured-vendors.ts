import type { Db } from "@/server/platform/pool";

/** Stores the names of this process's vendors; existing ones stay unchanged. */
export async function recordConfiguredVendors(db: Db, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await db.query(
    `insert into configured_vendors (name) select unnest($1::text[]) order by 1 on conflict (name) do nothing`,
    [names],
  );
}

/** Whether any process of the service was ever configured with a vendor. */
export async function hasConfiguredVendor(db: Db): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>(
    `select exists (select from configured_vendors) as found`,
  );
  return rows[0]?.found === true;
}
