import type { Clock } from "@/server/platform/clock";
import type { Logger } from "@/server/platform/log";
import type { Pool } from "@/server/platform/pool";
import { saveKeyUses } from "../../store/keys/api-keys";

/** Updates `last_used_at` without a write on every request. */
export type KeyUsage = {
  /** Records an authenticated request with this key. Returns at once; the request does not wait for the write. */
  note(apiKey: string): void;
  /** Writes the recorded uses for the last time. */
  stop(): Promise<void>;
};

/** Well below the minute by which `last_used_at` may be late. */
const WRITE_EVERY_MS = 20_000;
/** Rows per statement. */
const MAX_WRITTEN_AT_ONCE = 1_000;
/** Keys recorded between two writes; further keys are recorded in the next round. */
const MAX_NOTED = 50_000;

/** Collects uses in memory and writes them periodically: one row per key and round, however many requests. */
export function createKeyUsage(options: {
  pool: Pool;
  clock: Clock;
  logger: Logger;
  writeEveryMs?: number;
}): KeyUsage {
  const { pool, clock, logger } = options;
  const noted = new Map<string, Date>();
  const noteAt = (apiKey: string, at: Date): void => {
    if (noted.size < MAX_NOTED || noted.has(apiKey)) noted.set(apiKey, at);
  };

  const write = async (): Promise<void> => {
    const uses = [...noted].map(([apiKey, at]) => ({ apiKey, at }));
    noted.clear();
    try {
      for (let start = 0; start < uses.length; start += MAX_WRITTEN_AT_ONCE) {
        await saveKeyUses(pool, uses.slice(start, start + MAX_WRITTEN_AT_ONCE));
      }
    } catch (error) {
      // The next round retries; a use recorded meanwhile is newer.
      for (const { apiKey, at } of uses) if (!noted.has(apiKey)) noteAt(apiKey, at);
      logger.warn({ err: error }, "the last use of keys could not be written");
    }
  };
  let writing: Promise<void> = Promise.resolve();
  const writeSoon = (): Promise<void> => {
    writing = writing.then(write);
    return writing;
  };
  const timer = setInterval(() => void writeSoon(), options.writeEveryMs ?? WRITE_EVERY_MS);
  timer.unref();

  return {
    note: (apiKey) => noteAt(apiKey, clock.now()),
    async stop() {
      clearInterval(timer);
      await writeSoon();
    },
  };
}
