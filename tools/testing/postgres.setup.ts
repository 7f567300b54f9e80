import { execFile } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "@/server/embedded/start-postgres";
import { projectRoot } from "@/server/platform/root";
import { startCitus } from "./citus/cluster";

declare module "vitest" {
  interface ProvidedContext {
    /** The superuser's URL of the Postgres that this test run shares. */
    adminUrl: string;
    /** The superuser's URLs of the other nodes, when the tests' Postgres is a Citus (PAYDECK_TEST_CITUS=1). */
    workerUrls: string[];
  }
}

/**
 * One real Postgres for the whole run, deleted afterwards; each test file creates separate databases. Builds the
 * programs in `dist/` from the current sources, for tests that start them as processes, unless `npm test` has just
 * built them and runs them in other stages. With PAYDECK_TEST_CITUS=1 it is a Citus of three nodes.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  if (process.env.PAYDECK_PROGRAMS_BUILT === undefined)
    await Promise.all([bundlePrograms(), bundlePrograms("--tools")]);
  if (process.env.PAYDECK_TEST_CITUS === "1") return setUpCitus(project);
  const folder = await mkdtemp(join(tmpdir(), "paydeck-tests-"));
  // When started by root, Postgres runs as another user, which must be able to enter.
  await chmod(folder, 0o755);
  const postgres = await startEmbeddedPostgres({
    folder,
    superuserPassword: "test-superuser-password",
    databases: [],
    onEvent: (event) => process.stderr.write(`the tests' Postgres: ${event.kind}\n`),
  });
  await saveWork(postgres.adminUrl);
  project.provide("adminUrl", postgres.adminUrl);
  project.provide("workerUrls", []);
  return async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

async function bundlePrograms(...flags: string[]): Promise<void> {
  const bundle = join(projectRoot(), "server/setup/bundle.mjs");
  await promisify(execFile)(process.execPath, [bundle, ...flags]);
}

/** PAYDECK_TEST_CITUS=1: the databases of the routing service are distributed by merchant. */
async function setUpCitus(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startCitus(2, { fsync: "off" });
  const [adminUrl = "", ...workerUrls] = cluster.adminUrls;
  project.provide("adminUrl", adminUrl);
  project.provide("workerUrls", workerUrls);
  return () => cluster.stop();
}

/**
 * Nothing here survives the run, so no commit waits for the disk, and no page is written twice. A new database is copied by the
 * kernel, which takes a quarter of the time. Nobody vacuums: tests that read plans do so themselves, and the others have few rows.
 * Tests of crashes start a separate Postgres.
 */
async function saveWork(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    for (const setting of ["fsync", "full_page_writes", "autovacuum"])
      await client.query(`alter system set ${setting} = off`);
    const { rows } = await client.query(
      "select from pg_settings where name = 'file_copy_method' and 'clone' = any (enumvals)",
    );
    if (rows.length > 0) await client.query("alter system set file_copy_method = clone");
    await client.query("select pg_reload_conf()");
  } finally {
    await client.end();
  }
}
