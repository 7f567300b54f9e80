import type { ChildProcess } from "node:child_process";

const ENDINGS = ["SIGTERM", "SIGINT"] as const;

/**
 * Ends a server that a test started, with `signal`, when the test's own process ends first by anything except SIGKILL.
 */
export function endWithProcess(child: ChildProcess, signal: NodeJS.Signals): void {
  const end = (): void => void child.kill(signal);
  const endBoth = (ending: NodeJS.Signals): void => {
    end();
    process.kill(process.pid, ending);
  };
  process.once("exit", end);
  for (const ending of ENDINGS) process.once(ending, endBoth);
  child.once("exit", () => {
    process.off("exit", end);
    for (const ending of ENDINGS) process.off(ending, endBoth);
  });
}
