import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { createMigratedDatabase, type MigratedDatabase } from "@/tools/testing/migrated-database";
import { type OwnPostgres, startOwnPostgres } from "@/tools/testing/own-postgres";
import { limitStatements, type Pooler, startPooler } from "@/tools/testing/pooler";
import { type Standby, startStandby } from "@/tools/testing/standby";
import { examineOrExplain } from "./examine-or-explain";
import type { Finding } from "./finding";

/** The doctor against a real PgBouncer, a real standby, and a process whose clock is wrong. */
const pooler = await startPooler(inject("adminUrl"));
let routing: MigratedDatabase;
let folder: string;
beforeAll(async () => {
  routing = await createMigratedDatabase("routing");
  folder = await mkdtemp(join(tmpdir(), "paydeck-doctor-"));
});
afterAll(async () => {
  await pooler?.stop();
  await routing.drop();
  await rm(folder, { recursive: true, force: true });
});

/** What the command finds, in this process: a program takes most of two seconds to start. */
const examine = (variables: Record<string, string>): Promise<Finding[]> =>
  examineOrExplain(null, { NODE_ENV: "test", DATA_DIR: folder, ...variables });

const levelsOf = (findings: readonly Finding[], check: string): [string, string][] =>
  findings.filter((finding) => finding.check === check).map(({ level, found }) => [level, found]);

describe.skipIf(pooler === null)("a PgBouncer in transaction mode", () => {
  const through = (): string => (pooler as Pooler).urlOf(routing.url);

  test("is a problem as the address of the database, and Postgres itself is not", async () => {
    const direct = await examine({ ROUTING_DATABASE_URL: routing.url });
    const pooled = await examine({ ROUTING_DATABASE_URL: through() });
    const found = expect.stringContaining("a pooler in transaction mode") as string;
    expect(levelsOf(direct, "database of the service")).not.toContainEqual(["problem", found]);
    expect(levelsOf(pooled, "database of the service")).toContainEqual(["problem", found]);
  });

  test("is right as ROUTING_POOLER_URL, once statements are limited through it", async () => {
    const variables = { ROUTING_DATABASE_URL: routing.url, ROUTING_POOLER_URL: through() };
    expect(levelsOf(await examine(variables), "pooler of the service")).toEqual([
      ["problem", expect.stringContaining("statement_timeout are not limited")],
    ]);
    await limitStatements(routing.url);
    await pooler?.kill();
    await pooler?.start();
    expect(levelsOf(await examine(variables), "pooler of the service")).toEqual([
      ["ok", "transactions share its connections"],
    ]);
  });
});

describe("a streaming replica", () => {
  let postgres: OwnPostgres;
  let standby: Standby;
  beforeAll(async () => {
    postgres = await startOwnPostgres();
    standby = await startStandby(postgres.folder, postgres.adminUrl);
  });
  afterAll(async () => {
    await (standby as Standby | undefined)?.kill();
    await (postgres as OwnPostgres | undefined)?.stop();
  });

  test("is a problem as the address of the database, and right as ROUTING_REPLICA_URL", async () => {
    const { url } = postgres.database;
    const replica = standby.urlOf(url);
    const wrong = await examine({ ROUTING_DATABASE_URL: replica });
    expect(levelsOf(wrong, "database of the service")).toContainEqual([
      "problem",
      "it is a read replica: nothing can be written",
    ]);
    const right = await examine({ ROUTING_DATABASE_URL: url, ROUTING_REPLICA_URL: replica });
    expect(levelsOf(right, "replica of the service")).toEqual([["ok", "it follows its primary"]]);
    const primary = await examine({ ROUTING_DATABASE_URL: url, ROUTING_REPLICA_URL: url });
    expect(levelsOf(primary, "replica of the service")).toEqual([["warning", "it is a primary"]]);
  });
});

test("an address of the network without TLS is a warning, without a password", async () => {
  const url = new URL(routing.url);
  // This machine, in a form that does not say so.
  url.hostname = "0x7f000001";
  const findings = await examine({ ROUTING_DATABASE_URL: url.href });
  expect(levelsOf(findings, "encryption: service")).toEqual([
    ["warning", expect.stringContaining("the connection to 0x7f000001 is not encrypted")],
  ]);
  expect(JSON.stringify(findings)).not.toContain(url.password);
});

test("the clock of the service is compared with this machine's", async () => {
  const server = createServer((_request, response) => {
    response.setHeader("date", new Date(Date.now() + 120_000).toUTCString()).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const findings = await examine({
    ROUTING_BASE_URL: `http://127.0.0.1:${String(port)}`,
    ROUTING_API_KEY: "key-of-a-shop",
    ROUTING_API_SALT: "salt-of-a-shop-1234",
  });
  server.close();
  expect(levelsOf(findings, "clock: service")).toEqual([
    ["problem", expect.stringMatching(/^1(19|20|21) s ahead of this machine's$/)],
  ]);
});

test("backups are those of BACKUP_FOLDER, and one that others can read is a problem", async () => {
  const backups = await mkdtemp(join(tmpdir(), "paydeck-backups-"));
  await writeFile(join(backups, "today.backup"), "whole", { mode: 0o644 });
  const findings = await examine({ BACKUP_FOLDER: backups });
  await rm(backups, { recursive: true });
  expect(levelsOf(findings, "backups")).toEqual([["ok", expect.stringContaining("the newest is from")]]);
  expect(levelsOf(findings, "permissions")).toEqual([
    ["problem", expect.stringContaining("today.backup is open to other users")],
  ]);
});
