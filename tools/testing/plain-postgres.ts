import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, chown, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type Account, chooseAccount } from "@/server/embedded/account";
import { installedBinaries } from "@/server/embedded/binaries";
import { runAs, spawnOptions } from "@/server/embedded/command";
import { enterableBinaries } from "@/server/embedded/enterable-binaries";
import { freePort } from "@/server/embedded/postmaster";
import { endWithProcess } from "./end-with-process";

const READY_LIMIT_MS = 60_000;
/** Of the superuser. */
export const TEST_PASSWORD = "test-password";

/** A Postgres of an operator: a cluster as `initdb` makes it, with its own settings. */
export type PlainPostgres = {
  folder: string;
  port: number;
  account: Account;
  /** As the superuser. */
  urlOf(database: string): string;
  stop(): Promise<void>;
  kill(): Promise<void>;
};

/** Folder of the newest Postgres of Debian's packages; null where none is installed. */
export async function debianBinaries(): Promise<string | null> {
  const root = "/usr/lib/postgresql";
  const versions = (await readdir(root).catch(() => [])).filter((name) => /^\d+$/.test(name));
  const newest = Math.max(0, ...versions.map((name) => Number.parseInt(name, 10)));
  const folder = join(root, String(newest), "bin");
  return existsSync(join(folder, "initdb")) ? folder : null;
}

/** Folder of the Postgres that Paydeck embeds, in a place that its account can enter. */
export async function embeddedBinaries(shared: string): Promise<string> {
  const binaries = await enterableBinaries(await installedBinaries(), await chooseAccount(shared), () =>
    Promise.resolve(shared),
  );
  return join(binaries.folder, "bin");
}

/** Creates a cluster in a new folder. Its parent must be open to the account of Postgres. */
export async function createPlainCluster(bin: string, folder: string): Promise<void> {
  const account = await chooseAccount(folder);
  await makeFolderFor(account, folder);
  const passwordFile = `${folder}.password`;
  await writeFile(passwordFile, `${TEST_PASSWORD}\n`);
  if (account !== null) await chown(passwordFile, account.uid, account.gid);
  const args = [`--pgdata=${folder}`, "--username=postgres", `--pwfile=${passwordFile}`, "--no-sync"];
  const { succeeded, output } = await runAs(account, join(bin, "initdb"), [
    ...args,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
  ]);
  if (!succeeded) throw new Error(`initdb failed: ${output}`);
}

/** A folder that belongs to the account of Postgres. */
export async function makeFolderFor(account: Account, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o700);
  if (account !== null) await chown(folder, account.uid, account.gid);
}

/** Starts a cluster and resolves when it accepts connections and writes. `port`: the one it had before a kill. */
export async function startPlainPostgres(
  bin: string,
  folder: string,
  settings: Record<string, string> = {},
  options: { port?: number | undefined; variables?: Record<string, string> } = {},
): Promise<PlainPostgres> {
  const account = await chooseAccount(folder);
  const port = options.port ?? (await freePort());
  const all = {
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: "",
    max_connections: "200",
    ...settings,
  };
  const args = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const { env, ...spawning } = spawnOptions(account);
  const child = spawn(join(bin, "postgres"), ["-D", folder, ...args], {
    ...spawning,
    env: { NODE_ENV: "test", ...env, ...options.variables },
    stdio: ["ignore", "ignore", "pipe"],
  });
  endWithProcess(child, "SIGQUIT");
  let said = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (said = (said + text).slice(-3_000)));
  const urlOf = (database: string): string =>
    `postgres://postgres:${TEST_PASSWORD}@127.0.0.1:${port}/${database}`;
  if (!(await acceptsWrites(child, urlOf("postgres")))) {
    await end(child, "SIGQUIT");
    throw new Error(`Postgres did not start: ${said}`);
  }
  return {
    folder,
    port,
    account,
    urlOf,
    stop: () => end(child, "SIGINT"),
    kill: () => end(child, "SIGQUIT"),
  };
}

async function acceptsWrites(child: ChildProcess, url: string): Promise<boolean> {
  for (let waited = 0; waited < READY_LIMIT_MS && child.exitCode === null; waited += 100) {
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => undefined);
    const isWriting = await client
      .connect()
      .then(() => client.query<{ is_over: boolean }>("select not pg_is_in_recovery() as is_over"))
      .then(
        ({ rows }) => rows[0]?.is_over === true,
        () => false,
      );
    await client.end().catch(() => undefined);
    if (isWriting) return true;
    await sleep(100);
  }
  return false;
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill(signal);
  });
}
