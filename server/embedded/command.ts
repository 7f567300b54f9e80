import { spawn, type SpawnOptions } from "node:child_process";
import type { Account } from "./account";

/** Nothing of the caller's environment reaches Postgres: no locale, no PG… variable, no secret. */
const ENVIRONMENT: NodeJS.ProcessEnv = {
  PATH: "/usr/local/bin:/usr/bin:/bin",
  LC_ALL: "C",
  TZ: "UTC",
  // Next's types want it in every environment; Postgres does not look at it.
  NODE_ENV: "production",
};

/** What every process of Postgres is started with. The current folder may be closed to the account: it is not used. */
export function spawnOptions(account: Account): SpawnOptions {
  return { ...(account ?? {}), cwd: "/", env: ENVIRONMENT };
}

export type CommandOutcome = { succeeded: boolean; output: string };

/** Runs a short command as `account` to its end; `output` is both streams, or why it could not be run. */
export function runAs(account: Account, command: string, args: readonly string[]): Promise<CommandOutcome> {
  return new Promise((resolve) => {
    const child = spawn(command, [...args], { ...spawnOptions(account), stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const collect = (chunk: Buffer): void => {
      output += chunk.toString("utf8");
    };
    child.stdout?.on("data", collect);
    child.stderr?.on("data", collect);
    child.on("error", (error) => resolve({ succeeded: false, output: error.message }));
    child.on("close", (code) => resolve({ succeeded: code === 0, output: output.trim() }));
  });
}
