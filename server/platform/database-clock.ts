import { type Clock, elapsedMs, systemClock } from "./clock";
import type { Logger } from "./log";
import { type Db, prepared } from "./pool";

const READ = prepared("select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms");

/** The time by the database's clock, in milliseconds: the clocks of processes differ, and this is the one that all share. */
export async function readDatabaseClock(db: Db): Promise<number> {
  const { rows } = await db.query<{ ms: number }>({ ...READ });
  if (rows[0] === undefined) throw new Error("the database has no time");
  return rows[0].ms;
}

/** More than clocks that are kept right differ by. */
const TOLERATED_MS = 10_000;

/** `compare`: reads the database's clock again; it is called every few seconds. */
export type ComparedClock = Clock & { compare(): Promise<void> };

/**
 * The clock of a process, or the database's where the process is ahead of it by more than ten seconds. Such a process would end
 * payments that customers are paying, whose money would be sent back, give up lookups, disable webhook endpoints and delete what
 * is still to be kept (decision 0264). Between readings the time is counted on: a clock that is set meanwhile decides nothing.
 */
export async function compareClock(db: Db, logger: Logger, own: Clock = systemClock): Promise<ComparedClock> {
  let read = { ms: 0, at: 0 };
  let wasAhead = false;
  const aheadMs = (ownNow: Date): number => ownNow.getTime() - (read.ms + elapsedMs() - read.at);
  const compare = async (): Promise<void> => {
    // Counted from before the reading: a slow one must not make a clock that is right look ahead.
    const at = elapsedMs();
    read = { ms: await readDatabaseClock(db), at };
    const ms = aheadMs(own.now());
    if (ms > TOLERATED_MS && !wasAhead)
      logger.error(
        { aheadSeconds: Math.round(ms / 1_000) },
        "this machine's clock is ahead of the database's, which is used instead: synchronise both with NTP",
      );
    wasAhead = ms > TOLERATED_MS;
  };
  await compare();
  return {
    compare,
    now() {
      const ownNow = own.now();
      const ms = aheadMs(ownNow);
      return ms > TOLERATED_MS ? new Date(ownNow.getTime() - ms) : ownNow;
    },
  };
}
