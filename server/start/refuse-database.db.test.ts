import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { migrationsFolder } from "@/server/platform/migrations";
import { createTestDatabase, type TestDatabase } from "@/tools/testing/database";
import { refuseDatabase } from "./refuse-database";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const title = "The database";
const changed = (change: (url: URL) => void): string => {
  const url = new URL(database.url);
  change(url);
  return url.href;
};

test("a database that cannot be read is refused by a sandbox, and else left to the process that uses it, which says why", async () => {
  for (const url of [
    changed((it) => (it.pathname = "/no_such_database")),
    changed((it) => (it.username = "no_such_role")),
    changed((it) => (it.port = "1")),
  ]) {
    const one = { system: "routing", url, title } as const;
    await expect(refuseDatabase({ ...one, isProduction: true })).resolves.toBeUndefined();
    await expect(refuseDatabase({ ...one, isProduction: false })).rejects.toThrow(/cannot be read \(.+\)/);
  }
});

test.each([
  ["routing", "insert into merchants (name) values ($1)", "Sandbox", "Example Shop"],
  [
    "dashboard",
    "insert into people (id, email, name, role, created_at) values (gen_random_uuid(), $1, 'A person', 'admin', now())",
    "Admin@example.com",
    "admin@shop.example",
  ],
] as const)(
  "a %s database of a sandbox is not used for real money, and one of a shop by no sandbox",
  async (system, insert, ofSandbox, ofShop) => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      await client.query(await readFile(join(migrationsFolder(system), "0001_baseline.sql"), "utf8"));
      const refused = (isProduction: boolean): Promise<string> =>
        refuseDatabase({ system, url: database.url, title, isProduction }).then(
          () => "",
          (error: Error) => error.message,
        );
      expect([await refused(true), await refused(false)]).toEqual(["", ""]);

      await client.query(insert, [ofShop]);
      expect(await refused(true)).toBe("");
      expect(await refused(false)).toMatch(/was not made by a sandbox/);

      await client.query(insert, [ofSandbox]);
      expect(await refused(true)).toMatch(/was used by a sandbox/);
      expect(await refused(false)).toBe("");
    } finally {
      await client.end();
    }
  },
);
