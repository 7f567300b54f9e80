import { setTimeout as sleep } from "node:timers/promises";
import type { Program } from "./program";

/** A program that is restarted whenever it ends, as the product's supervisor does. */
export type RestartedProgram = {
  name: string;
  /** Sends kill -9 to its current process, starting or started; false in the moment between two. */
  kill(): Promise<boolean>;
  isReady(): boolean;
  stop(): Promise<void>;
};

const RESTART_PAUSE_MS = 50;
const MAX_FAILED_STARTS = 20;

/** Returns at once. `onLost` is called when so many starts in a row failed, without a kill, that waiting is useless. */
export function keepProgram(
  name: string,
  launch: () => Promise<Program>,
  onLost: (reason: string) => void,
): RestartedProgram {
  let current: Program | null = null;
  let isReady = false;
  let isStopping = false;
  let failedStarts = 0;

  const run = async (): Promise<void> => {
    while (!isStopping) {
      const program = await launch();
      current = program;
      const problem = await program.ready.then(
        () => null,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
      isReady = problem === null;
      if (problem !== null) await program.kill();
      failedStarts = problem === null || program.wasKilled() ? 0 : failedStarts + 1;
      if (failedStarts >= MAX_FAILED_STARTS) return onLost(problem ?? "it kept ending");
      await program.exited;
      isReady = false;
      await sleep(RESTART_PAUSE_MS);
    }
  };
  const running = run();
  return {
    name,
    isReady: () => isReady,
    async kill() {
      isReady = false;
      return (await current?.kill()) ?? false;
    },
    async stop() {
      isStopping = true;
      await current?.stop();
      await running;
    },
  };
}
