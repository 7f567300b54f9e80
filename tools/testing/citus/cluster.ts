import { existsSync } from "node:fs";
import { chmod, chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { chooseAccount } from "@/server/embedded/account";
import {
  createPlainCluster,
  debianBinaries,
  makeFolderFor,
  type PlainPostgres,
  startPlainPostgres,
  TEST_PASSWORD,
} from "../plain-postgres";

/** A Citus on this machine: the first node is the coordinator, the others are workers. All are empty. */
export type CitusCluster = {
  /** The data folder of each node. */
  folders: string[];
  /** As the superuser, of the coordinator first. */
  adminUrls: string[];
  /** kill -9 of a node, by its position. */
  kill(position: number): Promise<void>;
  /** Starts a killed node on its port again. */
  restart(position: number): Promise<void>;
  stop(): Promise<void>;
};

const SETTINGS = {
  shared_preload_libraries: "citus",
  max_connections: "300",
  max_prepared_transactions: "300",
  // For moving shards while they are written to.
  wal_level: "logical",
  shared_buffers: "128MB",
  // Tests change little: fewer shards are created and dropped faster.
  "citus.shard_count": "8",
  "citus.node_conninfo": "sslmode=disable",
  // A node that moves a shard connects to itself, too; the password file has this address.
  "citus.local_hostname": "127.0.0.1",
  "citus.enable_create_role_propagation": "off",
};

/** Why no Citus can be started here; null when it can. */
export async function whyNoCitus(): Promise<string | null> {
  const bin = await debianBinaries();
  if (bin === null) return "Debian's Postgres is not installed";
  const version = bin.split("/").at(-2) ?? "";
  return existsSync(`/usr/share/postgresql/${version}/extension/citus.control`)
    ? null
    : `Citus is not installed into Debian's Postgres ${version}`;
}

/** Starts a coordinator and `workers` others in a new folder below the system's temporary one. */
export async function startCitus(workers = 2, settings: Record<string, string> = {}): Promise<CitusCluster> {
  const bin = await debianBinaries();
  const why = await whyNoCitus();
  if (bin === null || why !== null) throw new Error(why ?? "");
  const folder = await mkdtemp(join(tmpdir(), "paydeck-citus-"));
  await chmod(folder, 0o755);
  const account = await chooseAccount(join(folder, "accounts"));
  await makeFolderFor(account, join(folder, "accounts"));
  // With it the nodes know each other's password.
  const passwords = join(folder, "accounts", "passwords");
  await writeFile(passwords, `127.0.0.1:*:*:*:${TEST_PASSWORD}\n`, { mode: 0o600 });
  if (account !== null) await chown(passwords, account.uid, account.gid);

  const start = (position: number, port?: number): Promise<PlainPostgres> =>
    startPlainPostgres(
      bin,
      join(folder, `node-${position}`),
      { ...SETTINGS, ...settings },
      {
        port,
        variables: { PGPASSFILE: passwords },
      },
    );
  const nodes = await Promise.all(
    Array.from({ length: workers + 1 }, async (_, position) => {
      await createPlainCluster(bin, join(folder, `node-${position}`));
      return start(position);
    }),
  );
  const nodeAt = (position: number): PlainPostgres => {
    const node = nodes[position];
    if (node === undefined) throw new Error(`there is no node ${position}`);
    return node;
  };
  return {
    folders: nodes.map((node) => node.folder),
    adminUrls: nodes.map((node) => node.urlOf("postgres")),
    kill: (position) => nodeAt(position).kill(),
    async restart(position) {
      nodes[position] = await start(position, nodeAt(position).port);
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()));
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

/** An arbitrary constant: test files that add nodes at the same time disturb each other now and then. */
const CREATING_LOCK = 7_242_902;

/** Makes a new database a Citus: on every node one of its name, with the extension, known to the coordinator. */
export async function createCitusDatabase(
  adminUrls: readonly string[],
  name: string,
  options: { withNodes?: boolean; owner?: string } = {},
): Promise<string[]> {
  const turn = new pg.Client({ connectionString: adminUrls[0] });
  await turn.connect();
  try {
    await turn.query("select pg_advisory_lock($1)", [CREATING_LOCK]);
    return await create(adminUrls, name, options);
  } finally {
    await turn.end();
  }
}

async function create(
  adminUrls: readonly string[],
  name: string,
  { withNodes = true, owner = "postgres" }: { withNodes?: boolean; owner?: string },
): Promise<string[]> {
  const urls = await Promise.all(
    adminUrls.map(async (adminUrl) => {
      await execute(
        adminUrl,
        `create database ${pg.escapeIdentifier(name)} owner ${pg.escapeIdentifier(owner)}`,
      );
      const url = new URL(adminUrl);
      url.pathname = `/${name}`;
      await execute(url.href, "create extension citus");
      return url.href;
    }),
  );
  const [coordinator, ...others] = urls.map((url) => new URL(url));
  if (coordinator === undefined || !withNodes) return urls;
  await execute(coordinator.href, `select citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`);
  for (const { port } of others)
    await execute(coordinator.href, `select citus_add_node('127.0.0.1', ${port})`);
  return urls;
}

/** The coordinator's first: it writes to the others. */
export async function dropCitusDatabase(adminUrls: readonly string[], name: string): Promise<void> {
  for (const adminUrl of adminUrls)
    await execute(adminUrl, `drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
}

export async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
