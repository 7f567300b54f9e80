import { setTimeout as sleep } from "node:timers/promises";
import type { Postmaster } from "./postmaster";

/** What the supervision tells whoever started it; `gave_up` means that there is no database any more. */
export type SupervisionEvent =
  | { kind: "ended" }
  | { kind: "restarted" }
  | { kind: "gave_up"; reason: string };

const MAX_ENDS = 5;
const ENDS_WINDOW_MS = 60_000;
const RESTART_PAUSE_MS = 200;

/**
 * Starts a Postgres that ended by itself again, on the same port, so that the pools of the services find it.
 * Gives up when it ends more than {@link MAX_ENDS} times within a minute, or cannot be started.
 */
export function supervise(
  first: Postmaster,
  start: () => Promise<Postmaster>,
  onEvent: (event: SupervisionEvent) => void,
): { stop(): Promise<void>; kill(): void } {
  let current: Postmaster | null = first;
  let isStopping = false;

  const watch = async (): Promise<void> => {
    let ends: number[] = [];
    while (current !== null) {
      await current.exited;
      if (isStopping) return;
      onEvent({ kind: "ended" });
      ends = [...ends, performance.now()].filter((at) => at > performance.now() - ENDS_WINDOW_MS);
      if (ends.length > MAX_ENDS) {
        current = null;
        onEvent({ kind: "gave_up", reason: `Postgres ended ${ends.length} times within a minute` });
        return;
      }
      current = await restart();
      if (isStopping) await current?.stop();
    }
  };

  const restart = async (): Promise<Postmaster | null> => {
    await sleep(RESTART_PAUSE_MS);
    if (isStopping) return null;
    try {
      const postmaster = await start();
      if (!isStopping) onEvent({ kind: "restarted" });
      return postmaster;
    } catch (error) {
      if (!isStopping)
        onEvent({ kind: "gave_up", reason: error instanceof Error ? error.message : String(error) });
      return null;
    }
  };

  const watching = watch();
  return {
    async stop() {
      isStopping = true;
      await current?.stop();
      await watching;
    },
    kill() {
      isStopping = true;
      current?.kill();
    },
  };
}
