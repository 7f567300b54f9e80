import { spawnSync } from "node:child_process";
import { chown, copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { runPgTool } from "./pg-tools";
import { chooseAccount } from "@/server/embedded/account";
import { createTestDatabase } from "@/tools/testing/database";
import { makeFolder, query, removeFolder } from "@/tools/testing/embedded/harness";
import {
  createPlainCluster,
  debianBinaries,
  embeddedBinaries,
  type PlainPostgres,
  startPlainPostgres,
} from "@/tools/testing/plain-postgres";
import { issueCertificate } from "@/tools/testing/self-signed-certificate";
import { readDatabaseAddress, tlsFailure } from "@/server/platform/database-address";

/** A Postgres whose certificate is for "localhost", by an authority of its own. The role "tls" may connect with TLS only. */
let base: string;
let postgres: PlainPostgres;
let hasTools = false;
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

beforeAll(async () => {
  base = await makeFolder();
  const debian = await debianBinaries();
  hasTools = debian !== null && spawnSync("pg_dump", ["--version"]).status === 0;
  const bin = debian ?? (await embeddedBinaries(base));
  const cluster = join(base, "cluster");
  await createPlainCluster(bin, cluster);
  const authority = issueCertificate("Paydeck test authority", { isAuthority: true });
  const server = issueCertificate("localhost", { issuer: authority });
  const account = await chooseAccount(cluster);
  const files = { "server.crt": server.cert, "server.key": server.key, "ca.crt": authority.cert };
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(cluster, name), text, { mode: 0o600 });
    if (account !== null) await chown(join(cluster, name), account.uid, account.gid);
  }
  await writeFile(join(base, "other.crt"), issueCertificate("Another authority", { isAuthority: true }).cert);
  await copyFile(join(cluster, "ca.crt"), join(base, "ca.crt"));
  // libpq would read it by itself.
  await mkdir(join(base, ".postgresql"));
  await copyFile(join(base, "other.crt"), join(base, ".postgresql", "root.crt"));
  await writeFile(
    join(cluster, "pg_hba.conf"),
    "hostnossl all tls all reject\nhost all all all scram-sha-256\n",
  );
  postgres = await startPlainPostgres(bin, cluster, { fsync: "off", ssl: "on" });
  await query(postgres.urlOf("postgres"), "create role tls superuser login password 'test-password'");
});
afterAll(async () => {
  await postgres.stop();
  await removeFolder(base);
});

async function isEncrypted(url: string): Promise<boolean> {
  const client = new pg.Client(readDatabaseAddress(url));
  try {
    await client.connect();
    const { rows } = await client.query<{ ssl: boolean }>(
      "select ssl from pg_stat_ssl where pid = pg_backend_pid()",
    );
    return rows[0]?.ssl === true;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const NOT_TRUSTED = /not issued by an authority/;

test.each([
  { host: "127.0.0.1", mode: "", result: /accepts TLS only/ },
  { host: "127.0.0.1", mode: "sslmode=disable", result: /accepts TLS only/ },
  { host: "127.0.0.1", mode: "sslmode=require", result: true },
  { host: "127.0.0.1", mode: "sslmode=require", file: "ca.crt", result: true },
  { host: "127.0.0.1", mode: "sslmode=require", file: "other.crt", result: NOT_TRUSTED },
  { host: "127.0.0.1", mode: "sslmode=verify-ca", file: "ca.crt", result: true },
  { host: "127.0.0.1", mode: "sslmode=verify-ca", file: "other.crt", result: NOT_TRUSTED },
  { host: "127.0.0.1", mode: "sslmode=verify-full", file: "ca.crt", result: /another host name/ },
  { host: "localhost", mode: "sslmode=verify-full", file: "ca.crt", result: true },
  { host: "localhost", mode: "sslmode=verify-full", file: "other.crt", result: NOT_TRUSTED },
  { host: "localhost", mode: "sslmode=verify-full", result: NOT_TRUSTED },
])(
  "node-postgres and pg_dump agree about $mode with $file at $host",
  async ({ host, mode, file, result }) => {
    const parameters = [mode, file === undefined ? "" : `sslrootcert=${join(base, file)}`]
      .filter(Boolean)
      .join("&");
    const plain = postgres.urlOf("postgres").replace("postgres:test", "tls:test").replace("127.0.0.1", host);
    const url = parameters === "" ? plain : `${plain}?${parameters}`;
    const found = await isEncrypted(url).catch(tlsFailure);
    expect(found).toEqual(typeof result === "boolean" ? result : expect.stringMatching(result));
    if (!hasTools) return;
    const dump = runPgTool("pg_dump", ["--schema-only", "--file=/dev/null"], {
      url,
      environment: { ...process.env, HOME: base },
    });
    if (result === true) await dump;
    else await expect(dump).rejects.toThrow(/pg_dump failed/);
  },
);

test("a server without TLS is named as the reason", async () => {
  const database = await createTestDatabase("tls");
  const failure = await isEncrypted(database.url.replace("disable", "require")).catch(tlsFailure);
  await database.drop();
  expect(failure).toMatch(/offers no TLS/);
});
