import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";

const RECOVERY_LIMIT_MS = 60_000;

/**
 * Kills it at once, like a power failure or an out-of-memory kill; returns when it accepts connections again. `restart`: null where
 * it is restarted by itself.
 */
export async function killPostgres(
  pool: pg.Pool,
  signal: "SIGKILL" | "SIGQUIT",
  restart: ((dataFolder: string) => Promise<void>) | null = null,
): Promise<void> {
  const { rows } = await pool.query<{ data_directory: string }>("show data_directory");
  const folder = rows[0]?.data_directory ?? "";
  process.kill(await postmasterPid(folder), signal);
  await restart?.(folder);
  const endsAt = performance.now() + RECOVERY_LIMIT_MS;
  while (performance.now() < endsAt) {
    await sleep(100);
    const isBack = await pool.query("select 1").then(
      () => true,
      () => false,
    );
    if (isBack) return;
  }
  throw new Error("Postgres did not come back");
}

async function postmasterPid(dataFolder: string): Promise<number> {
  const [pid = ""] = (await readFile(join(dataFolder, "postmaster.pid"), "utf8")).split("\n");
  return Number.parseInt(pid, 10);
}
