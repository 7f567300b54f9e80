import { type Db, prepared } from "@/server/platform/pool";

/** A request that nobody has decided for so long reserves nothing any more; it can still be accepted. */
const RESERVES_FOR = "interval '30 days'";

/** SQL: the condition under which a row of `refund_requests` reserves its amount at a time (decision 0294). */
export const reserves = (at: string): string =>
  `state in ('OPEN', 'QUESTION') and requested_at > ${at} - ${RESERVES_FOR}
    and exists (select from refund_settings where do_requests_reserve)`;

const SUM = prepared(`select coalesce(sum(amount_paise), 0)::bigint as paise from refund_requests
  where transaction_id = $1 and ($3::uuid is null or id <> $3) and ${reserves("$2::timestamptz")}`);

/**
 * What undecided refund requests reserve of a payment's balance, in paise (decision 0294): zero while an admin has not turned
 * it on. `but` is the one being accepted.
 */
export async function sumReservingRequests(
  db: Db,
  transactionId: string,
  { at, but }: { at: Date; but: string | null },
): Promise<bigint> {
  const { rows } = await db.query<{ paise: bigint }>({ ...SUM, values: [transactionId, at, but] });
  return rows[0]?.paise ?? 0n;
}

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
