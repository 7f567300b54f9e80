import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { inject } from "vitest";
import { createLogger } from "@/server/platform/log";
import { migrate } from "@/server/platform/migrate";
import { migrationsFolder } from "@/server/platform/migrations";
import { projectRoot } from "@/server/platform/root";
import { createCitusDatabase, dropCitusDatabase } from "./citus/cluster";
import { createTestDatabase, type TestDatabase } from "./database";

export type MigratedDatabase = { url: string; pool: pg.Pool; drop(): Promise<void> };

type System = "routing" | "dashboard";

/** An arbitrary constant: test files that need a template at the same time wait for one of them to create it. */
const TEMPLATE_LOCK = 7_242_901;

/**
 * A new database of one of the two systems, with its tables, and no rows. It is a copy of a
 * template that the first test of a run creates: a copy costs a tenth of the migrations. On a Citus, the tables of the
 * routing service are distributed by merchant, and there is no template: the nodes' databases belong together.
 */
export async function createSystemDatabase(system: System): Promise<TestDatabase> {
  const workerUrls = inject("workerUrls");
  if (system === "routing" && workerUrls.length > 0) {
    const database = await createDistributedDatabase([inject("adminUrl"), ...workerUrls]);
    return { url: database.urls[0] ?? "", drop: database.drop };
  }
  return createTestDatabase(system, await ensureTemplate(system));
}

/** The same, with its owner's connections. */
export async function createMigratedDatabase(system: System): Promise<MigratedDatabase> {
  const database = await createSystemDatabase(system);
  const pool = new pg.Pool({ connectionString: database.url, max: 20 });
  // `drop` closes connections that are just ending; an unhandled error would end the test's process.
  pool.on("error", () => undefined);
  return {
    url: database.url,
    pool,
    async drop() {
      await pool.end();
      await database.drop();
    },
  };
}

/** A database of the routing service that is distributed by merchant, on the nodes of a Citus. */
export async function createDistributedDatabase(
  adminUrls: readonly string[],
): Promise<{ urls: string[]; drop: () => Promise<void> }> {
  const name = `routing_${randomBytes(6).toString("hex")}`;
  const urls = await createCitusDatabase(adminUrls, name);
  const [coordinator = ""] = urls;
  await fill(coordinator, "routing");
  const env = { NODE_ENV: "test" as const, PATH: process.env.PATH, ROUTING_DATABASE_URL: coordinator };
  await promisify(execFile)(process.execPath, [join(projectRoot(), "dist/distribute.js")], { env });
  return { urls, drop: () => dropCitusDatabase(adminUrls, name) };
}

/** Returns the template's name. */
async function ensureTemplate(system: System): Promise<string> {
  const template = `${system}_template`;
  const admin = new pg.Client({ connectionString: inject("adminUrl") });
  await admin.connect();
  try {
    await admin.query("select pg_advisory_lock($1)", [TEMPLATE_LOCK]);
    const known = await admin.query("select from pg_database where datname = $1", [template]);
    if (known.rowCount === 0) {
      const draft = await createTestDatabase(`${system}_draft`);
      await fill(draft.url, system);
      const name = new URL(draft.url).pathname.slice(1);
      await admin.query(
        `alter database ${pg.escapeIdentifier(name)} rename to ${pg.escapeIdentifier(template)}`,
      );
    }
  } finally {
    await admin.end();
  }
  return template;
}

async function fill(connectionString: string, system: System): Promise<void> {
  const logger = createLogger("test", "silent");
  await migrate({ connectionString, folder: migrationsFolder(system), logger });
}
