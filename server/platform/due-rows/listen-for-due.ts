import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Pool } from "../pool";
import { DUE_ROWS } from "./announce-due";

const RECONNECT_AFTER_MS = 1_000;

/**
 * Calls `wake` with the name of each table whose rows a process announces as due, and with null for any, since what was announced
 * before it listened is not known. Without its connection nothing is lost: workers also look by themselves.
 */
export function listenForDue(pool: Pool, wake: (table: string | null) => void): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const listenOnce = async (): Promise<void> => {
    const client = await pool.connect();
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const onNotification = ({ payload }: pg.Notification): void => wake(payload ?? null);
    client.on("notification", onNotification);
    client.on("error", end);
    client.on("end", end);
    stopping.signal.addEventListener("abort", end);
    // A signal tells this only once, and it may have been stopped while it connected.
    if (stopping.signal.aborted) end();
    try {
      await client.query(`listen ${DUE_ROWS}`);
      wake(null);
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
