import { afterEach, beforeEach, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/tools/testing/database";
import { contradictions, countContents } from "./contents";
import { withClient } from "./databases";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase("contents");
});
afterEach(() => database.drop());

const run = (sql: string): Promise<unknown> => withClient(database.url, (client) => client.query(sql));
const count = () => countContents({ dashboard: database.url });

it("counts the tables of every merchant account, and none before the first start", async () => {
  expect(await count()).toEqual(new Map());
  await run(`create table people as select 1 as id;
    create schema account_2; create table account_2.people as select generate_series(1, 3) as id;
    create table account_2.audit_log as select 1 as id;
    create schema account_of_somebody; create table account_of_somebody.people as select 1 as id`);
  expect(await count()).toEqual(
    new Map([
      ["dashboard.people", 1],
      ["dashboard.account_2.people", 3],
      ["dashboard.account_2.audit_log", 1],
    ]),
  );
});

it("a restored backup without an account, or without a row of it, is not what was backed up", async () => {
  await run("create schema account_2; create table account_2.people as select generate_series(1, 3) as id");
  const before = await count();
  await run("delete from account_2.people where id = 1");
  expect(contradictions(await count(), before, before)).toEqual([
    "dashboard.account_2.people has 2 rows instead of 3",
  ]);
  await run("drop schema account_2 cascade");
  expect(contradictions(await count(), before, before)).toEqual(["dashboard.account_2.people is missing"]);
});

it("rows that are deleted and added while the backup is made contradict nothing, except where none are deleted", () => {
  const counts = (payments: number, entries: number) =>
    new Map([
      ["routing.payments", payments],
      ["dashboard.audit_log", entries],
    ]);
  // Retention had deleted 60 payments at the moment of the backup, and customers had not made the 90 that came later.
  expect(contradictions(counts(940, 105), counts(1_000, 100), counts(1_030, 110))).toEqual([]);
  expect(contradictions(counts(400, 99), counts(1_000, 100), counts(1_030, 110))).toEqual([
    "routing.payments has 400 rows instead of 897 to 1133",
    "dashboard.audit_log has 99 rows instead of 100 to 110",
  ]);
  expect(contradictions(counts(0, 100), counts(20, 100), counts(20, 100))).toEqual([
    "routing.payments has 0 rows instead of 10 to 30",
  ]);
});
