import pg from "pg";
import { expect, test } from "vitest";
import { createTestDatabase } from "./database";

test("each test database is a real, empty Postgres database of its own", async () => {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query(
    "select datcollate, datlocale, current_setting('data_checksums') as sums from pg_database where datname = current_database()",
  );
  await client.end();
  await database.drop();
  expect(rows).toEqual([{ datcollate: "C", datlocale: "C.UTF-8", sums: "on" }]);
});
