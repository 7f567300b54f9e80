import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { DUE_ROWS } from "../announce-jobs";
import type { Pool } from "../pool";

const RECONNECT_AFTER_MS = 1_000;

/**
 * Calls `wake` when a process announces that rows of this table are due. Without its connection nothing is lost: the worker
 * also looks by itself.
 */
export function listenForDue(pool: Pool, table: string, wake: () => void): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const listenOnce = async (): Promise<void> => {
    const client = await pool.connect();
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const onNotification = ({ payload }: pg.Notification): void => {
      if (payload === table) wake();
    };
    client.on("notification", onNotification);
    client.on("error", end);
    client.on("end", end);
    stopping.signal.addEventListener("abort", end);
    // A signal tells this only once, and it may have been stopped while it connected.
    if (stopping.signal.aborted) end();
    try {
      await client.query(`listen ${DUE_ROWS}`);
      wake();
      await ended;
    } finally {
      // Closed, so that nobody else is given a connection that listens.
      client.release(true);
    }
  };
  const listening = (async () => {
    while (!stopping.signal.aborted) {
      await listenOnce().catch(() => undefined);
      await sleep(RECONNECT_AFTER_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await listening;
    },
  };
}
