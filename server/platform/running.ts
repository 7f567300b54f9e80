import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { isRelease } from "./commands-here";
import { defaultDataFolder } from "./env";
import { projectRoot } from "./root";

/**
 * The file that a running stack writes to `DATA_DIR` for the commands that work on it (`npm run merchant`). It contains
 * database passwords, so only its owner can read it.
 */
const runningSchema = z.object({
  pid: z.number().int().positive(),
  dashboardUrl: z.string(),
  routingUrl: z.string(),
  dashboardDatabaseUrl: z.string(),
  /** Absent when the dashboard uses an external service. */
  routingDatabaseUrl: z.string().optional(),
  routingSaltKey: z.string().optional(),
  isProduction: z.boolean().default(false),
});
type RunningStack = z.infer<typeof runningSchema>;

const FILE = "running.json";

/**
 * `DATA_DIR`, or the default: `.data` in a checkout. The folder of a release is replaced by the next one, so there it is
 * the folder that systemd made for the service (`StateDirectory=`), or `paydeck` in the user's data folder (decision 0256).
 */
export function dataFolder(configured: string | undefined): string {
  const chosen = configured === "" ? undefined : configured;
  if (!isRelease()) return resolve(projectRoot(), chosen ?? ".data");
  return resolve(chosen ?? defaultDataFolder());
}

export function writeRunningStack(folder: string, stack: RunningStack): void {
  // Replaced atomically: a command that reads it meanwhile sees the old or the new content.
  const draft = join(folder, `${FILE}.draft`);
  writeFileSync(draft, `${JSON.stringify(stack, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, join(folder, FILE));
}

export function clearRunningStack(folder: string): void {
  rmSync(join(folder, FILE), { force: true });
}

/** The stack that runs on this folder; null when none runs, also after a kill. */
export function readRunningStack(folder: string): RunningStack | null {
  let text: string;
  try {
    text = readFileSync(join(folder, FILE), "utf8");
  } catch {
    return null;
  }
  const parsed = runningSchema.safeParse(JSON.parse(text));
  if (!parsed.success) return null;
  try {
    process.kill(parsed.data.pid, 0);
  } catch {
    return null;
  }
  return parsed.data;
}
