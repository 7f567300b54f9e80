import { spawn, type SpawnOptions } from "node:child_process";
import type { Account } from "./account";

/** Postgres gets nothing of the caller's environment: no locale, no PG… variable, no secret. */
const ENVIRONMENT: NodeJS.ProcessEnv = {
  PATH: "/usr/local/bin:/usr/bin:/bin",
  LC_ALL: "C",
  TZ: "UTC",
  // Required by Next's types; Postgres ignores it.
  NODE_ENV: "production",
};

/**
 * The options of every Postgres process. `cwd` is "/", because the account may be unable to enter the current folder.
 */
export function spawnOptions(account: Account): SpawnOptions {
  return { ...(account ?? {}), cwd: "/", env: ENVIRONMENT };
}

type CommandOutcome = { succeeded: boolean; output: string };

/** Runs a short command as `account` until it ends; `output` is both streams, or the reason why it could not run. */
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
