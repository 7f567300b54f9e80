import { execFile } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "@/server/embedded/start-postgres";
import { projectRoot } from "@/server/platform/root";

declare module "vitest" {
  interface ProvidedContext {
    /** The superuser's address of the Postgres that this run of the tests shares. */
    adminUrl: string;
  }
}

/**
 * One real Postgres for the whole run, thrown away after it; each test file takes databases of its own. The programs in
 * `dist/` are made from the sources as they are now, for the tests that start them as processes.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  await promisify(execFile)(process.execPath, [join(projectRoot(), "server/setup/bundle.mjs")]);
  const folder = await mkdtemp(join(tmpdir(), "paydeck-tests-"));
  // As root, Postgres runs as another user, which must be able to enter.
  await chmod(folder, 0o755);
  const postgres = await startEmbeddedPostgres({
    folder,
    superuserPassword: "test-superuser-password",
    databases: [],
    onEvent: (event) => process.stderr.write(`the tests' Postgres: ${event.kind}\n`),
  });
  await disableFsync(postgres.adminUrl);
  project.provide("adminUrl", postgres.adminUrl);
  return async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** Nothing here survives the run, so no commit waits for the disk. Tests of crashes start a Postgres of their own. */
async function disableFsync(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query("alter system set fsync = off");
    await client.query("select pg_reload_conf()");
  } finally {
    await client.end();
  }
}
