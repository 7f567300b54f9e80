import type { Logger } from "../log";
import { type Pool, prepared } from "../pool";
import type { Jobs } from "../run-job";
import { isFree } from "./due-rows";
import { DEAD_AFTER_MS, type Watch } from "./work-due-rows";

/** How late a row may be noticed that was made due and not announced, in milliseconds. */
const LOOK_EVERY_MS = 1_000;

type Options = { pool: Pool; logger: Logger; tables: readonly string[] };

/**
 * Looks at several tables by one statement each second, and lets their workers look when a row is due: at that moment, not at the
 * next second. `wake` lets the workers of a table look at once, or those of all for null.
 */
export function watchDue({
  pool,
  logger,
  tables,
}: Options): Watch & Jobs & { wake(table: string | null): void } {
  const looks = new Map<string, () => void>();
  const waiting = new Map<string, NodeJS.Timeout>();
  let answeredAt = performance.now();
  let hasFailed = false;
  let isStopping = false;
  let looking: Promise<void> | null = null;
  const nextOf = tables.map(
    (table) => `select '${table}' as table, (select extract(epoch from due_at - now()) * 1000 from ${table}
       where due_at is not null and ${isFree(table)} order by due_at limit 1)::float8 as ms`,
  );
  const NEXT = prepared(`select * from (${nextOf.join(" union all ")}) next where ms < ${LOOK_EVERY_MS}`);

  const lookIn = (table: string, ms: number): void => {
    if (ms <= 0) return looks.get(table)?.();
    clearTimeout(waiting.get(table));
    waiting.set(
      table,
      setTimeout(() => looks.get(table)?.(), ms),
    );
  };
  const lookAtAll = async (): Promise<void> => {
    try {
      const { rows } = await pool.query<{ table: string; ms: number }>(NEXT);
      answeredAt = performance.now();
      hasFailed = false;
      if (isStopping) return;
      for (const { table, ms } of rows) lookIn(table, Math.ceil(ms));
    } catch (error) {
      // Once for an outage: each look fails while it lasts.
      if (!hasFailed) logger.warn({ err: error }, "due rows could not be looked for");
      hasFailed = true;
    }
  };
  const timer = setInterval(() => {
    looking ??= lookAtAll().finally(() => (looking = null));
  }, LOOK_EVERY_MS);

  return {
    add: (table, look) => void looks.set(table, look),
    wake(table) {
      for (const [each, look] of looks) if (table === null || table === each) look();
    },
    isAlive: () => performance.now() - answeredAt < DEAD_AFTER_MS,
    async stop() {
      isStopping = true;
      clearInterval(timer);
      for (const each of waiting.values()) clearTimeout(each);
      await looking;
    },
  };
}
