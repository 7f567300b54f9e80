import { randomUUID } from "node:crypto";
import { batchStatements } from "../batch-statements";
import type { Logger } from "../log";
import type { Pool } from "../pool";
import { type JobDone, type JobOrigin, type Jobs, runJob } from "../run-job";
import { CLAIM_MS, type DueRows, type Free, type Lanes, type Released } from "./due-rows";
import { listenForDue } from "./listen-for-due";

/** How often the claims of rows that a worker has are extended, in milliseconds: three times before they end. */
const EXTEND_EVERY_MS = CLAIM_MS / 3;
/** How late a row may be that becomes due by itself; what is due at once is announced. */
const LOOK_EVERY_MS = 200;
/** The workers that become free within these milliseconds take their next rows by one statement. */
const GATHER_MS = 5;
/** A worker counts as dead without a response from the database for this long. */
export const DEAD_AFTER_MS = 10_000;
/** The pause after a step that failed, in milliseconds. */
const AFTER_FAILURE_MS = 15_000;

/** How many rows of each lane a process works on at a time. */
type Shares = { readonly free: Free; hold<T>(lane: string, call: () => Promise<T>): Promise<T> };

/** Tells the workers of several tables when to look. */
export type Watch = { add(table: string, look: () => void): void; isAlive(): boolean };

/** Ends the claim of a row; the claims that end at one moment share a statement. */
export type Release<Taken> = (released: Released<Taken>) => Promise<void>;

type Options<Id, Taken> = {
  rows: Pick<DueRows<Id, Taken>, "table" | "take" | "extend" | "release">;
  /** Its name in the log. */
  task: string;
  /** That of a row in metrics and traces; `task` by default. */
  taskOf?(row: Taken): string;
  pool: Pool;
  /** The connections for LISTEN: not through a pooler. Null: it looks by itself alone. */
  sessions: Pool | null;
  /** Says when to look, in place of a connection and a timer of its own. */
  watch?: Watch;
  logger: Logger;
  onJobDone: JobDone;
  lanes: Lanes;
  shares: Shares;
  laneOf(row: Taken): string;
  /** Moves the row on and ends its claim. */
  work(row: Taken, release: Release<Taken>): Promise<void>;
};

/**
 * Takes due rows and works on them, until stopped. A row whose process dies, or loses the database, is due again when its claim
 * ends; so every step must be safe to repeat.
 */
export function workDueRows<Id, Taken extends Id & { origin: JobOrigin | null }>(
  options: Options<Id, Taken>,
): Jobs {
  const { rows, task, pool, logger, shares, watch } = options;
  const held = new Map<Taken, Promise<void>>();
  let isStopping = false;
  let looking: Promise<void> | null = null;
  let isWanted = false;
  let gathering: NodeJS.Timeout | null = null;
  let answeredAt = performance.now();
  let hasFailed = false;

  const releaseAll = (released: readonly Released<Taken>[]): Promise<void> => rows.release(pool, released);
  const releaseOne = batchStatements<Released<Taken>, true>({
    one: (released) => releaseAll([released]).then(() => true),
    many: (released) => releaseAll(released).then(() => released.map(() => true)),
  });
  const release: Release<Taken> = async (released) => void (await releaseOne(released));

  const takeRows = async (): Promise<void> => {
    do {
      isWanted = false;
      if (watch !== undefined && shares.free.most <= 0) return;
      const taken = await rows.take(pool, randomUUID(), options.lanes, shares.free);
      answeredAt = performance.now();
      hasFailed = false;
      // What it left has no room now: the next step that ends makes room.
      for (const row of taken) held.set(row, step(row));
    } while (isWanted && !isStopping);
  };
  const look = (): void => {
    isWanted = true;
    if (isStopping) return;
    looking ??= takeRows()
      .catch((error: unknown) => {
        // Once for an outage: each look fails while it lasts.
        if (!hasFailed) logger.warn({ err: error, task }, "due rows could not be taken");
        hasFailed = true;
      })
      .finally(() => (looking = null));
  };
  const lookSoon = (): void => {
    if (isStopping) return;
    gathering ??= setTimeout(() => {
      gathering = null;
      look();
    }, GATHER_MS);
  };
  const step = async (row: Taken): Promise<void> => {
    try {
      const work = (): Promise<void> => options.work(row, release);
      await shares.hold(options.laneOf(row), () =>
        runJob(options.taskOf?.(row) ?? task, row.origin, work, options.onJobDone),
      );
    } catch (error) {
      logger.error({ err: error, task }, "a step failed and is repeated");
      // The claim ends by itself when the database is away.
      await release({ row, pauseMs: AFTER_FAILURE_MS }).catch(() => undefined);
    } finally {
      held.delete(row);
      lookSoon();
    }
  };

  const { sessions } = options;
  const listening =
    sessions === null
      ? null
      : listenForDue(sessions, (table) => {
          if (table === null || table === rows.table) look();
        });
  watch?.add(rows.table, look);
  const timers = [
    ...(watch === undefined ? [setInterval(look, LOOK_EVERY_MS)] : []),
    setInterval(() => {
      if (held.size > 0) void rows.extend(pool, [...held.keys()]).catch(() => undefined);
    }, EXTEND_EVERY_MS),
  ];
  look();

  return {
    isAlive: () => (watch === undefined ? performance.now() - answeredAt < DEAD_AFTER_MS : watch.isAlive()),
    async stop() {
      isStopping = true;
      if (gathering !== null) clearTimeout(gathering);
      await listening?.stop();
      await looking;
      // Claims are extended until the last step has ended.
      await Promise.all(held.values());
      for (const timer of timers) clearInterval(timer);
    },
  };
}
