import { expect, test } from "vitest";
import { migrationsFolder, readMigrations } from "@/server/platform/migrations";
import { faultsForOldProcesses, isExplained } from "./old-processes";

test.each([
  ["alter table payments drop column method", "column method is dropped"],
  ["alter table payments rename column method to kind", "a name is changed"],
  [
    "alter table payments add column kind text not null",
    "column kind has no default, and they do not set it",
  ],
  ["alter table payments add column kind text unique", "column kind is unique: they cannot know its values"],
  ["alter table payments alter column kind type int using kind::int", "column kind gets another type"],
  ["alter table payments alter column kind set not null", "column kind refuses null"],
  [
    "alter table payments add constraint c check (kind <> '') not valid",
    "a constraint may refuse their rows",
  ],
  ["alter table payments add check (kind <> '')", "a constraint reads the whole table under a lock"],
  ["alter table payments set unlogged", "AT_SetUnLogged is not known to this check"],
  ["create index on payments (kind)", "an index of an existing table is built"],
  ["create unique index on payments (kind)", "a unique index may refuse their rows"],
  ["drop table payments", "a table is dropped"],
  ["drop trigger t on payments", "a trigger is dropped"],
])("%s is refused", async (sql, fault) => {
  expect((await faultsForOldProcesses(sql)).join("\n")).toContain(fault);
});

test.each([
  "alter table payments add column kind text",
  "alter table payments add column kind text not null default 'card'",
  "alter table payments alter column kind drop not null",
  "drop index payments_kind",
  "create table kinds (id int primary key); create unique index on kinds (id); alter table kinds add check (id > 0)",
  "create or replace function f() returns int language sql as 'select 1'",
])("%s is allowed", async (sql) => {
  expect(await faultsForOldProcesses(sql)).toEqual([]);
});

test("a migration says why processes of the version before survive it, where that is not obvious", async () => {
  const unexplained: string[] = [];
  for (const system of ["routing", "dashboard"] as const) {
    // The baseline makes the tables: no process runs before it.
    const [, ...later] = await readMigrations(migrationsFolder(system));
    for (const { name, sql } of later) {
      const faults = isExplained(sql) ? [] : await faultsForOldProcesses(sql);
      unexplained.push(...faults.map((fault) => `${system}/${name}: ${fault}`));
    }
  }
  expect(unexplained).toEqual([]);
});

test("only a comment line with a reason explains a migration", () => {
  expect(isExplained("-- Old processes: they never read the column since version 2.\ndrop table a")).toBe(
    true,
  );
  expect(isExplained("-- Old processes: fine\ndrop table a")).toBe(false);
  expect(isExplained("drop table a")).toBe(false);
});
