import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";

export type TestDatabase = { url: string; drop(): Promise<void> };

/**
 * A new database on the Postgres of this test run: empty, or a copy of `template`. `drop` also closes remaining
 * connections.
 */
export async function createTestDatabase(name = "test", template = "template1"): Promise<TestDatabase> {
  const database = `${name}_${randomBytes(6).toString("hex")}`;
  // Without fsync, copying the files costs half of what writing all pages to the log as well does.
  await asAdmin(
    `create database ${pg.escapeIdentifier(database)} template ${pg.escapeIdentifier(template)} strategy file_copy`,
  );
  const url = new URL(inject("adminUrl"));
  url.pathname = `/${database}`;
  return {
    url: url.href,
    drop: () => asAdmin(`drop database if exists ${pg.escapeIdentifier(database)} with (force)`),
  };
}

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject("adminUrl") });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
