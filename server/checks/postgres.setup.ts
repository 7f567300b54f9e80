import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "@/server/embedded/start-postgres";

declare module "vitest" {
  interface ProvidedContext {
    /** The superuser's address of the Postgres that this run of the tests shares. */
    adminUrl: string;
  }
}

/** One real Postgres for the whole run, thrown away after it; each test file takes databases of its own. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "paydeck-tests-"));
  // As root, Postgres runs as another user, which must be able to enter.
  await chmod(folder, 0o755);
  const postgres = await startEmbeddedPostgres({
    folder,
    superuserPassword: "test-superuser-password",
    databases: [],
    onEvent: (event) => process.stderr.write(`the tests' Postgres: ${event.kind}\n`),
  });
  project.provide("adminUrl", postgres.adminUrl);
  return async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
