import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { projectRoot } from "@/server/platform/root";
import { inheritedEnv } from "../env";
import type { ProofPostgres } from "./proof-postgres";

const RESTART_EVERY_MS = 500;
const RESTART_TRIES = 60;

/** A Citus that runs already, given by the URLs of its nodes. New databases of the service are distributed by merchant. */
export async function useCitus(serverUrls: readonly [string, ...string[]]): Promise<ProofPostgres> {
  const [coordinator] = serverUrls;
  const [row] = await query<{ version: string; extension: string | null }>(
    coordinator,
    `select current_setting('server_version') as version,
       (select default_version from pg_available_extensions where name = 'citus') as extension`,
  );
  const created: string[] = [];
  return {
    serverUrls,
    version: `${row?.version.split(" ")[0] ?? "unknown"} with Citus ${row?.extension ?? "unknown"} on ${serverUrls.length} nodes`,
    async createDatabase(name) {
      const database = `${name}_${randomBytes(6).toString("hex")}`;
      created.push(database);
      if (name === "routing") return createDistributed(serverUrls, database);
      await query(coordinator, `create database ${pg.escapeIdentifier(database)}`);
      return databaseUrl(coordinator, database);
    },
    restart: restartServer,
    async stop() {
      // The coordinator's first: it writes to the others.
      for (const database of created)
        for (const url of serverUrls)
          await query(url, `drop database if exists ${pg.escapeIdentifier(database)} with (force)`);
    },
  };
}

async function createDistributed(
  serverUrls: readonly [string, ...string[]],
  database: string,
): Promise<string> {
  for (const url of serverUrls) {
    await query(url, `create database ${pg.escapeIdentifier(database)}`);
    await query(databaseUrl(url, database), "create extension citus");
  }
  const [coordinator, ...nodes] = serverUrls;
  const ours = databaseUrl(coordinator, database);
  const { hostname, port } = new URL(coordinator);
  await query(ours, "select citus_set_coordinator_host($1, $2::integer)", [hostname, port]);
  for (const node of nodes) {
    const { hostname: host, port: its } = new URL(node);
    await query(ours, "select citus_add_node($1, $2::integer)", [host, its]);
  }
  for (const program of ["migrate", "distribute"])
    await promisify(execFile)(process.execPath, [join(projectRoot(), "dist", `${program}.js`)], {
      env: { ...inheritedEnv(), NODE_ENV: "production", ROUTING_DATABASE_URL: ours },
    });
  return ours;
}

/** As it was started before: Postgres keeps that command in its data folder, and runs as the folder's owner. */
async function restartServer(dataFolder: string): Promise<void> {
  const command = (await readFile(join(dataFolder, "postmaster.opts"), "utf8")).trim();
  const [program = "", ...args] = command.split(/ (?=")/).map((word) => word.replace(/^"(.*)"$/, "$1"));
  const { uid, gid } = await stat(dataFolder);
  const account = process.getuid?.() === 0 ? { uid, gid } : {};
  // It fails while a process of the killed server still ends.
  for (let tries = 0; tries < RESTART_TRIES; tries += 1) {
    const child = spawn(program, args, { ...account, cwd: dataFolder, detached: true, stdio: "ignore" });
    child.on("error", () => undefined);
    child.unref();
    await sleep(RESTART_EVERY_MS);
    if (child.exitCode === null && child.signalCode === null) return;
  }
  throw new Error(`the server of ${dataFolder} does not start again`);
}

function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

async function query<Row extends pg.QueryResultRow>(
  url: string,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(statement, values)).rows;
  } finally {
    await client.end();
  }
}
