import { afterAll, beforeAll, expect, test } from "vitest";
import { isTimeZone } from "@/lib/time-zone";
import { createMigratedDatabase, type MigratedDatabase } from "@/tools/testing/migrated-database";

let database: MigratedDatabase;
beforeAll(async () => {
  database = await createMigratedDatabase("routing");
});
afterAll(() => database.drop());

/**
 * Every 45 days, at an odd hour, from 2000 to 2024: on both sides of each clock change. Rules for future years differ
 * between releases of the IANA data.
 */
const INSTANTS = Array.from(
  { length: 200 },
  (_, step) => Date.parse("2000-01-01T03:37:00Z") + step * 45 * 86_400_000,
);

/** The wall-clock time as if it were UTC. */
function wallTime(name: string): (atMs: number) => string {
  const formatter = new Intl.DateTimeFormat("sv-SE", {
    timeZone: name,
    dateStyle: "short",
    timeStyle: "medium",
  });
  return (atMs) => formatter.format(atMs);
}

test("Postgres reads every time zone that is accepted as the program does, and every IANA name but abbreviations is accepted", async () => {
  const listed = await database.pool.query<{ name: string; isAbbreviation: boolean }>(
    `select name, exists (select from pg_timezone_abbrevs a where a.abbrev = upper(name)) as "isAbbreviation"
     from pg_timezone_names where name <> 'Factory' and name not like 'posix%'`,
  );
  const accepted = listed.rows.map(({ name }) => name).filter(isTimeZone);
  const refused = listed.rows.filter(({ name }) => !isTimeZone(name)).map(({ name }) => name);
  expect(accepted.length).toBeGreaterThan(400);
  // Abbreviations, pairs of them, and other spellings of UTC.
  const known = /^(CET|EET|MET|WET|EST|MST|HST|[A-Z]{3}\d[A-Z]{3}|GMT[+-]?0|UCT|Zulu)$/;
  expect(refused.filter((name) => !known.test(name))).toEqual([]);
  const abbreviations = listed.rows.filter(({ isAbbreviation }) => isAbbreviation).map(({ name }) => name);
  expect(abbreviations.filter(isTimeZone).sort()).toEqual(["GMT", "UTC"]);

  const { rows } = await database.pool.query<{ name: string; walls: string[] }>(
    `select name, array(select to_char(to_timestamp(at / 1000) at time zone name, 'YYYY-MM-DD HH24:MI:SS')
       from unnest($2::bigint[]) with ordinality as i (at, place) order by place) as walls
     from unnest($1::text[]) as name`,
    [accepted, INSTANTS],
  );
  expect(rows).toHaveLength(accepted.length);
  const different = rows.filter(({ name, walls }) => {
    const read = wallTime(name);
    return walls.some((wall, place) => wall !== read(INSTANTS[place] ?? 0));
  });
  expect(different.map(({ name }) => name)).toEqual([]);
});
