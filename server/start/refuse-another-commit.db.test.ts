import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/tools/testing/database";
import { refuseAnotherCommit } from "./refuse-another-commit";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const changed = (change: (url: URL) => void): string => {
  const url = new URL(database.url);
  change(url);
  return url.href;
};

test("a database that cannot be read is left to the process that uses it, which says in one line why", async () => {
  for (const url of [
    changed((it) => (it.pathname = "/no_such_database")),
    changed((it) => (it.username = "no_such_role")),
    changed((it) => (it.port = "1")),
    database.url,
  ])
    await expect(refuseAnotherCommit("routing", url, "The database")).resolves.toBeUndefined();
});
