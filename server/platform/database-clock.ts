import { type Db, prepared } from "./pool";

const READ = prepared("select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms");

/** The time by the database's clock, in milliseconds: the clocks of processes differ, and this is the one that all share. */
export async function readDatabaseClock(db: Db): Promise<number> {
  const { rows } = await db.query<{ ms: number }>({ ...READ });
  if (rows[0] === undefined) throw new Error("the database has no time");
  return rows[0].ms;
}
