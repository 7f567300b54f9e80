import { splitStatements } from "./split-statements";

/**
 * What a migration does to a table that is there. `moment`: a lock that excludes everybody, for as long as the change of the
 * definition takes. `build`: nobody writes while an index reads the whole table. `rows`: it writes rows, each locked until the end.
 */
export type TableLock = { table: string; lock: "moment" | "build" | "rows" };

const PATTERNS: readonly [RegExp, TableLock["lock"]][] = [
  [/^(?:alter|drop|truncate) table (?:only )?(?:if exists )?(?<table>[\w."]+)/i, "moment"],
  [/^create (?:or replace )?(?:constraint )?trigger .*? on (?<table>[\w."]+)/is, "moment"],
  [/^create (?:unique )?index (?!concurrently)(?:.*? )?on (?:only )?(?<table>[\w."]+)/is, "build"],
  [/^(?:update|delete from|insert into|merge into) (?:only )?(?<table>[\w."]+)/i, "rows"],
];
const REFERENCE = /\breferences (?<table>[\w."]+)/gi;
const CREATED = /^create (?:unlogged )?table (?:if not exists )?(?<table>[\w."]+)/i;

/** The locks of a migration on tables that it does not create itself, in its order; each once. Read from its text. */
export function locksOf(sql: string): TableLock[] {
  const created = new Set<string>();
  const locks = new Map<string, TableLock>();
  const add = (table: string | undefined, lock: TableLock["lock"]): void => {
    if (table !== undefined && !created.has(table)) locks.set(`${table} ${lock}`, { table, lock });
  };
  for (const statement of splitStatements(sql).map(withoutComments)) {
    const table = CREATED.exec(statement)?.groups?.table;
    if (table !== undefined) created.add(table);
    for (const [pattern, lock] of PATTERNS) add(pattern.exec(statement)?.groups?.table, lock);
    // A foreign key excludes writers of the other table for a moment.
    if (/^(?:create|alter) (?:unlogged )?table/i.test(statement))
      for (const { groups } of statement.matchAll(REFERENCE)) add(groups?.table, "moment");
  }
  return [...locks.values()];
}

function withoutComments(statement: string): string {
  return statement
    .replaceAll(/--[^\n]*/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}
