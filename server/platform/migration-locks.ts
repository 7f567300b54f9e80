import { splitStatements } from "./split-statements";

/**
 * What a migration does to a table that is there. `moment`: a lock that excludes everybody, for as long as the change of the
 * definition takes. `whole`: that lock, while the whole table is read or rewritten. `check`: others read and write while
 * the whole table is read. `build`: nobody writes while an index reads the whole table. `rows`: it writes rows, each locked until
 * the end. `unknown`: `table` is the beginning of a statement of which nothing is known.
 */
export type TableLock = { table: string; lock: "moment" | "whole" | "check" | "build" | "rows" | "unknown" };

const PATTERNS: readonly [RegExp, TableLock["lock"]][] = [
  [/^(?:alter|drop|truncate) table (?:only )?(?:if exists )?(?<table>[\w."]+)/i, "moment"],
  [/^create (?:or replace )?(?:constraint )?trigger .*? on (?<table>[\w."]+)/is, "moment"],
  [/^create (?:unique )?index (?!concurrently)(?:.*? )?on (?:only )?(?<table>[\w."]+)/is, "build"],
  [/^(?:update|delete from|insert into|merge into) (?:only )?(?<table>[\w."]+)/i, "rows"],
];
const REFERENCE = /\breferences (?<table>[\w."]+)/gi;
const CREATED = /^create (?:unlogged )?table (?:if not exists )?(?<table>[\w."]+)/i;

/** What reads or rewrites every row under the lock of `alter table`. */
const WHOLE =
  /\b(?:alter (?:column )?[\w"]+ (?:set data )?type|set not null|add (?:constraint [\w"]+ )?(?:check|unique|primary key|foreign key|exclude)|add (?:column )?(?:if not exists )?[\w"]+ .*(?:references|check|unique|primary key|generated always as))\b/i;
const CHECK = /\bvalidate constraint\b/i;
/** These lock no table that is there for long. */
const HARMLESS =
  /^(?:create (?:unlogged )?(?:table|sequence|schema|type|domain|extension|view)|create (?:unique )?index concurrently|(?:create (?:or replace )?|drop |alter )(?:function|procedure)|comment on|grant|revoke|set|reset)\b/i;

function alterLock(statement: string): TableLock["lock"] {
  const actions = statement.split(/,(?= ?(?:add|alter|drop|validate)\b)/i);
  if (actions.some((action) => WHOLE.test(action) && !/\bnot valid\b/i.test(action))) return "whole";
  return actions.some((action) => CHECK.test(action)) ? "check" : "moment";
}

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
    const isAlter = /^alter table/i.test(statement);
    const found = PATTERNS.filter(([pattern]) => pattern.test(statement));
    for (const [pattern, lock] of found)
      add(pattern.exec(statement)?.groups?.table, isAlter ? alterLock(statement) : lock);
    // A foreign key excludes writers of the other table for as long.
    if (isAlter || table !== undefined)
      for (const { groups } of statement.matchAll(REFERENCE))
        add(groups?.table, isAlter ? alterLock(statement) : "moment");
    if (found.length === 0 && !HARMLESS.test(statement)) add(statement.slice(0, 60), "unknown");
  }
  return [...locks.values()];
}

function withoutComments(statement: string): string {
  return statement
    .replaceAll(/--[^\n]*/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}
