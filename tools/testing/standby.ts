import { type ChildProcess, spawn } from "node:child_process";
import { appendFile, chown, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { spawnOptions } from "@/server/embedded/command";
import { placePostgres } from "@/server/embedded/placement";
import { freePort } from "@/server/embedded/postmaster";
import { copyFolder } from "@/tools/testing/embedded/harness";
import { endWithProcess } from "./end-with-process";

const READY_LIMIT_MS = 30_000;

/** A streaming replica of an embedded Postgres. */
export type Standby = {
  urlOf(databaseUrl: string): string;
  /** Makes it a primary; resolves when it accepts writes. */
  promote(): Promise<void>;
  /** From now on it receives nothing: what the primary commits is lost when it is promoted. */
  cutOff(): Promise<void>;
  kill(): Promise<void>;
};

/** `folder` is the primary's, and `adminUrl` its superuser's URL. The copy is made while the primary runs. */
export async function startStandby(folder: string, adminUrl: string): Promise<Standby> {
  const { account, binaries, dataFolder } = await placePostgres(folder);
  const copy = `${dataFolder}-standby`;
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query("select pg_backup_start('standby', fast => true)");
  await copyFolder(dataFolder, copy);
  const { rows } = await admin.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
  await admin.end();
  const { hostname, port: primaryPort, username, password } = new URL(adminUrl);
  await rm(join(copy, "postmaster.pid"));
  for (const [name, text] of [
    ["backup_label", rows[0]?.labelfile ?? ""],
    ["standby.signal", ""],
  ] as const) {
    await writeFile(join(copy, name), text);
    if (account !== null) await chown(join(copy, name), account.uid, account.gid);
  }
  await appendFile(
    join(copy, "postgresql.auto.conf"),
    `primary_conninfo = 'host=${hostname} port=${primaryPort} user=${username} password=${decodeURIComponent(password)}'\n`,
  );

  const port = await freePort();
  // At least the primary's values: a standby with fewer connections than its primary does not start.
  const settings = { listen_addresses: "127.0.0.1", port, unix_socket_directories: "", max_connections: 400 };
  const child = spawn(
    binaries.postgres,
    ["-D", copy, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    { ...spawnOptions(account), stdio: ["ignore", "ignore", "pipe"] },
  );
  let said = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (said = (said + text).slice(-2_000)));
  const urlOf = (databaseUrl: string): string => {
    const url = new URL(databaseUrl);
    url.port = String(port);
    return url.href;
  };
  endWithProcess(child, "SIGQUIT");
  if (!(await responses(child, urlOf(adminUrl)))) {
    await end(child);
    throw new Error(`the standby did not start: ${said}`);
  }
  return {
    urlOf,
    async promote() {
      const promoting = new pg.Client({ connectionString: urlOf(adminUrl) });
      await promoting.connect();
      await promoting.query("select pg_promote(wait => true)");
      await promoting.end();
    },
    async cutOff() {
      const reader = new pg.Client({ connectionString: urlOf(adminUrl) });
      await reader.connect();
      await reader.query("alter system set primary_conninfo = ''");
      await reader.query("select pg_reload_conf()");
      for (let count = 1; count > 0; await sleep(50)) {
        count = (await reader.query("select from pg_stat_wal_receiver")).rowCount ?? 0;
      }
      await reader.end();
    },
    kill: () => end(child),
  };
}

async function responses(child: ChildProcess, url: string): Promise<boolean> {
  for (let waited = 0; waited < READY_LIMIT_MS && child.exitCode === null; waited += 100) {
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => undefined);
    const isThere = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
    if (isThere) return true;
    await sleep(100);
  }
  return false;
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGQUIT");
  });
}

/** Synchronous replication: a commit is acknowledged when the standby has it too. */
export async function commitOnBoth(adminUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query("alter system set synchronous_standby_names = '*'");
  await admin.query("select pg_reload_conf()");
  for (let state = ""; state !== "sync"; await sleep(50)) {
    const { rows } = await admin.query<{ sync_state: string }>("select sync_state from pg_stat_replication");
    state = rows[0]?.sync_state ?? "";
  }
  await admin.end();
}
