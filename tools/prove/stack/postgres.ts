import { randomBytes } from "node:crypto";
import { chmod, mkdir } from "node:fs/promises";
import pg from "pg";
import { useCitus } from "./citus";
import type { ProofPostgres } from "./proof-postgres";
import { citusUrls } from "../env";
import { startEmbeddedPostgres } from "@/server/embedded/start-postgres";

/** `onLost` is called when it cannot be kept running. With PAYDECK_PROVE_CITUS it is that Citus, and none is started. */
export async function startProofPostgres(
  folder: string,
  onLost: (reason: string) => void,
): Promise<ProofPostgres> {
  const [coordinator, ...workers] = citusUrls();
  if (coordinator !== undefined) return useCitus([coordinator, ...workers]);
  await mkdir(folder, { recursive: true });
  // When started by root, Postgres runs as another user, which must be able to enter.
  await chmod(folder, 0o755);
  const postgres = await startEmbeddedPostgres({
    folder,
    superuserPassword: randomBytes(16).toString("hex"),
    databases: [],
    onEvent: (event) => {
      if (event.kind === "lost") onLost(event.problem);
    },
  });
  const { adminUrl } = postgres;
  const [row] = await query<{ server_version: string }>(adminUrl, "show server_version");
  return {
    serverUrls: [adminUrl],
    restart: null,
    version: row?.server_version.split(" ")[0] ?? "unknown",
    async createDatabase(name) {
      const database = `${name}_${randomBytes(6).toString("hex")}`;
      await query(adminUrl, `create database ${pg.escapeIdentifier(database)}`);
      const url = new URL(adminUrl);
      url.pathname = `/${database}`;
      return url.href;
    },
    stop: () => postgres.stop(),
  };
}

async function query<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}
