import { expect, test } from "vitest";
import { migrationsFolder, readMigrations } from "./migrations";
import { locksOf } from "./migration-locks";

test.each([
  ["create table notes (id bigint); create index notes_by_id on notes (id)", []],
  ["-- why\nalter table payments add column note text", ["payments moment"]],
  ["create index concurrently a on payments (id)", []],
  ["create unique index if not exists a\n  on payments (id)", ["payments build"]],
  ["update payments set note = '' where note is null", ["payments rows"]],
  ["create table notes (p text references payments (id))", ["payments moment"]],
  ["alter table refunds add foreign key (p) references payments", ["refunds whole", "payments whole"]],
  [
    "alter table refunds add foreign key (p) references payments not valid",
    ["refunds moment", "payments moment"],
  ],
  ["alter table payments alter column note type text", ["payments whole"]],
  ["alter table payments add note text, alter note set not null", ["payments whole"]],
  ["alter table payments add constraint c check (a > 0)", ["payments whole"]],
  ["alter table payments add constraint c check (a > 0) not valid, add b int", ["payments moment"]],
  ["alter table payments add unique (note)", ["payments whole"]],
  ["alter table payments validate constraint c", ["payments check"]],
  ["do $$ begin perform 1; end $$", ["do $$ begin perform 1; end $$ unknown"]],
  ["drop index payments_by_note", ["drop index payments_by_note unknown"]],
  ["create trigger t after insert on refunds for each row execute function f()", ["refunds moment"]],
  ["drop table if exists notes", ["notes moment"]],
  ["create function f() returns int language sql as $$ update payments set id = 1; select 1 $$", []],
])("what a migration locks is named: %s", (sql, locks) => {
  expect(locksOf(sql).map(({ table, lock }) => `${table} ${lock}`)).toEqual(locks);
});

test("the baseline of each system locks nothing that was there", async () => {
  for (const system of ["routing", "dashboard"] as const)
    for (const { sql } of await readMigrations(migrationsFolder(system)))
      expect(locksOf(sql).filter(({ lock }) => lock !== "unknown")).toEqual([]);
});
