import { type ChildProcess, spawn } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { chooseAccount } from "@/server/embedded/account";
import { freePort } from "@/server/embedded/postmaster";
import { endWithProcess } from "./end-with-process";
import { findPoolerBinary, type PoolerBinary } from "./pooler-binary";

/** Far fewer than its clients hold, so that nearly every transaction uses another connection than the one before. */
const CONNECTIONS_TO_POSTGRES = 4;
const READY_LIMIT_MS = 20_000;

/** A PgBouncer in transaction mode in front of a Postgres. */
export type Pooler = {
  /** The URL of the same database through the pooler. */
  urlOf(databaseUrl: string): string;
  kill(): Promise<void>;
  /** Starts it again, on the same port. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Null when there is no PgBouncer and none can be installed. `postgresUrl` contains the server, its user and password.
 */
export async function startPooler(postgresUrl: string): Promise<Pooler | null> {
  const folder = await mkdtemp(join(tmpdir(), "paydeck-pooler-"));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  // When started by root, it runs as another user, like Postgres.
  await chmod(folder, 0o755);
  const binary = await findPoolerBinary(join(folder, "debian"));
  if (binary === null) {
    await remove();
    return null;
  }
  const port = await freePort();
  const config = await writeConfig(folder, new URL(postgresUrl), port);
  const start = () => launch(binary, config, port);
  let child = await start();
  return {
    urlOf(databaseUrl) {
      const url = new URL(databaseUrl);
      url.port = String(port);
      return url.href;
    },
    kill: () => end(child),
    async start() {
      child = await start();
    },
    async stop() {
      await end(child);
      await remove();
    },
  };
}

/**
 * The statement limits that the operator of a pooler sets in the database: the pooler does not pass on those of its
 * clients.
 */
export async function limitStatements(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const database = pg.escapeIdentifier(new URL(databaseUrl).pathname.slice(1));
  await client.query(`alter database ${database} set statement_timeout = '15s'`);
  await client.query(`alter database ${database} set idle_in_transaction_session_timeout = '15s'`);
  await client.end();
}

async function writeConfig(folder: string, postgres: URL, port: number): Promise<string> {
  const users = join(folder, "users.txt");
  const config = join(folder, "pgbouncer.ini");
  const user = decodeURIComponent(postgres.username);
  await writeFile(users, `"${user}" "${decodeURIComponent(postgres.password)}"\n`);
  await writeFile(
    config,
    [
      "[databases]",
      `* = host=${postgres.hostname} port=${postgres.port}`,
      "[pgbouncer]",
      "listen_addr = 127.0.0.1",
      `listen_port = ${port}`,
      "unix_socket_dir =",
      "auth_type = scram-sha-256",
      `auth_file = ${users}`,
      "pool_mode = transaction",
      `default_pool_size = ${CONNECTIONS_TO_POSTGRES}`,
      "max_client_conn = 500",
      "",
    ].join("\n"),
  );
  return config;
}

async function launch(binary: PoolerBinary, config: string, port: number): Promise<ChildProcess> {
  const account = await chooseAccount("/nowhere");
  const libraries = binary.libraries === null ? {} : { LD_LIBRARY_PATH: binary.libraries };
  const child = spawn(binary.path, ["--quiet", config], {
    ...(account ?? {}),
    cwd: "/",
    // Next's types require NODE_ENV in every environment; PgBouncer ignores it.
    env: { NODE_ENV: "test", ...libraries },
    stdio: ["ignore", "ignore", "pipe"],
  });
  endWithProcess(child, "SIGKILL");
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said = (said + text).slice(-2_000)));
  child.once("error", (error) => (said += error.message));
  for (let waited = 0; waited < READY_LIMIT_MS; waited += 50) {
    if (child.exitCode !== null) break;
    if (await responses(port)) return child;
    await sleep(50);
  }
  await end(child);
  throw new Error(`PgBouncer did not start: ${said}`);
}

function responses(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });
}
