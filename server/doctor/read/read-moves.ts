import type pg from "pg";
import type { MoveFacts } from "../checks/moves";

/** Null while a column is missing, because a migration is pending, and where no merchant has ever moved. */
export async function readMoves(client: pg.Client): Promise<MoveFacts | null> {
  const { rowCount } = await client.query(
    "select from pg_attribute where attrelid = to_regclass('merchants') and attname = 'move_ended_at'",
  );
  if (rowCount === 0) return null;
  const cell = await client.query<{ name: string }>("select name from cell");
  const unfinished = await client.query<MoveFacts["unfinished"][number]>(
    `select id as "merchantId", name, move_stage as stage, moved_to as "movedTo", move_began_at as since from merchants
     where move_stage in ('leaving', 'frozen') or (move_stage = 'moved' and move_began_at is not null and move_ended_at is null)
     order by id`,
  );
  const jobs = await client.query<MoveFacts["leftJobs"][number]>(
    `select m.id as "merchantId", m.moved_to as "movedTo", count(*)::int as jobs
     from merchants m join graphile_worker._private_jobs job on job.payload ->> 'merchantId' = m.id::text
     where m.move_stage = 'moved' and m.move_ended_at is not null
       and (job.is_available or job.last_error like '%is being moved to another cell%')
     group by m.id order by m.id`,
  );
  return { cell: cell.rows[0]?.name ?? null, unfinished: unfinished.rows, leftJobs: jobs.rows };
}
