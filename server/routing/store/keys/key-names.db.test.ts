import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMigratedDatabase, type MigratedDatabase } from "@/server/checks/migrated-database";
import { projectRoot } from "@/server/platform/root";
import { keyInShort } from "../../domain/keys/api-key";

let database: MigratedDatabase;
beforeAll(async () => {
  database = await createMigratedDatabase("routing");
});
afterAll(() => database.drop());

const migration = readFileSync(
  join(projectRoot(), "server/routing/store/migrations/0020_keys-are-named-in-short.sql"),
  "utf8",
);

test("the migration shortens stored names of keys as the program does, and leaves other names alone", async () => {
  const apiKeys = ["key_AAAABBBBCCCCDDDDEEEEFFFF", "short_key", "ключ_магазина"];
  const names = ["operator", "asha@example.com", null, "key_of_nobody_that_is_here"];
  await database.pool.query(`insert into merchants (name) values ('Shop')`);
  const makers = [...apiKeys, ...names];
  for (const [i, createdBy] of makers.entries()) {
    await database.pool.query(
      `insert into api_keys (merchant_id, id, api_key, sealed_salt, label, created_at, created_by, revoked_at)
       values (1, $1, $2, '\\x00', 'x', now(), $3, $4)`,
      [`k_${i}`, apiKeys[i] ?? `key_${i}`, createdBy, i === 1 ? new Date() : null],
    );
  }
  const stored = async (): Promise<unknown[]> =>
    (
      await database.pool.query<{ created_by: string }>(`select created_by from api_keys order by id`)
    ).rows.map((row) => row.created_by);
  await database.pool.query(migration);
  expect(await stored()).toEqual([...apiKeys.map(keyInShort), ...names]);
});
