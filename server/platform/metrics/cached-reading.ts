import { setTimeout as sleep } from "node:timers/promises";

/** `failed` also when there was no result in time. */
export type Reading<T> = { kind: "read"; value: T } | { kind: "failed" };

type Options = {
  /** How long, in milliseconds, a result or a failure is returned again. */
  freshMs: number;
  /** How long, in milliseconds, a caller waits. */
  limitMs: number;
  /** A clock that is never set back, in milliseconds. */
  elapsedMs: () => number;
};

/**
 * Shares one reading of something expensive, usually the database, among all callers: at most one runs at a time, and
 * none begins within `freshMs` of the last. However many people ask, and however slow the source is, they put no more
 * load on it. Never rejects.
 */
export function cachedReading<T>(read: () => Promise<T>, options: Options): () => Promise<Reading<T>> {
  const { freshMs, limitMs, elapsedMs } = options;
  let last: { at: number; reading: Reading<T> } | null = null;
  let running: Promise<Reading<T>> | null = null;

  const begin = async (): Promise<Reading<T>> => {
    const reading = await attempt(read);
    last = { at: elapsedMs(), reading };
    running = null;
    return reading;
  };

  return async () => {
    if (running === null && last !== null && elapsedMs() - last.at < freshMs) return last.reading;
    running ??= begin();
    const stop = new AbortController();
    const late = sleep(limitMs, FAILED, { signal: stop.signal, ref: false }).catch(() => FAILED);
    try {
      return await Promise.race([running, late]);
    } finally {
      stop.abort();
    }
  };
}

const FAILED = { kind: "failed" } as const;

async function attempt<T>(read: () => Promise<T>): Promise<Reading<T>> {
  try {
    return { kind: "read", value: await read() };
  } catch {
    return FAILED;
  }
}
