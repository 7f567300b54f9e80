import type { Db } from "@/server/platform/pool";

/**
 * Remembers a kind of device. Returns whether it is new for a person who is known with another one: of a person's very
 * first device there is nothing to report.
 */
export async function rememberDevice(db: Db, personId: string, device: string, at: Date): Promise<boolean> {
  const { rows } = await db.query<{ isReportable: boolean }>(
    `with others as (select count(*) as known from known_devices where person_id = $1),
       added as (
         insert into known_devices (person_id, device, first_seen_at) values ($1, $2, $3)
         on conflict do nothing returning device)
     select exists (select from added) and (select known from others) > 0 as "isReportable"`,
    [personId, device, at],
  );
  return rows[0]?.isReportable ?? false;
}
