import { type Db, prepared } from "@/server/platform/pool";

const READ = prepared(`select do_requests_reserve as "doReserve" from refund_settings`);

export async function readDoRequestsReserve(db: Db): Promise<boolean> {
  const { rows } = await db.query<{ doReserve: boolean }>({ ...READ });
  return rows[0]?.doReserve ?? false;
}

/** Locked while the setting is changed, so that each change's "before" is the result of the previous change. */
export async function lockDoRequestsReserve(db: Db): Promise<boolean> {
  await db.query("lock table refund_settings in share row exclusive mode");
  return readDoRequestsReserve(db);
}

/** The caller holds {@link lockDoRequestsReserve}. */
export async function putDoRequestsReserve(
  db: Db,
  doReserve: boolean,
  change: { changedById: string; changedAt: Date },
): Promise<void> {
  await db.query(
    `insert into refund_settings (do_requests_reserve, changed_by, changed_at) values ($1, $2, $3)
     on conflict (id) do update set do_requests_reserve = excluded.do_requests_reserve,
       changed_by = excluded.changed_by, changed_at = excluded.changed_at`,
    [doReserve, change.changedById, change.changedAt],
  );
}
