import type { Clock } from "@/server/platform/clock";
import type { Db } from "@/server/platform/pool";

type DatabaseServer = {
  /** Connections of all its clients, and how many it accepts without those reserved for superusers. */
  connections: number;
  connectionsMax: number;
  /** How far its clock is ahead of this process's. */
  clockOffsetSeconds: number;
};

/** Any role may read these counts. `db` should have no other statement to answer first: it would count as time. */
export async function readDatabaseServer(db: Db, clock: Clock): Promise<DatabaseServer> {
  const sentAt = clock.now().getTime();
  const { rows } = await db.query<{ used: number; accepted: number; seconds: number }>(
    `select (select sum(numbackends)::int from pg_stat_database) as used,
       current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
         - coalesce(current_setting('reserved_connections', true), '0')::int as accepted,
       extract(epoch from clock_timestamp())::float8 as seconds`,
  );
  const between = (sentAt + clock.now().getTime()) / 2_000;
  const [{ used, accepted, seconds } = { used: 0, accepted: 0, seconds: between }] = rows;
  return { connections: used, connectionsMax: accepted, clockOffsetSeconds: seconds - between };
}
