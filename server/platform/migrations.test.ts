import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compareMigrations, readMigrations, whyNotRestored } from "./migrations";

const known = (...names: string[]) => names.map((name) => ({ name, checksum: `text of ${name}`, sql: "" }));
const applied = (...names: string[]) =>
  names.map((name) => ({ name, checksum: `text of ${name}` as string | null }));

test.each([
  ["a new database", known("1", "2"), null, { kind: "fits", pending: known("1", "2"), unknown: [] }],
  ["a database of this version", known("1"), applied("1"), { kind: "fits", pending: [], unknown: [] }],
  [
    "a database of the version before",
    known("1", "2"),
    applied("1"),
    { kind: "fits", pending: known("2"), unknown: [] },
  ],
  [
    "a database of the version after",
    known("1"),
    applied("1", "2"),
    { kind: "fits", pending: [], unknown: ["2"] },
  ],
  ["a database without the baseline", known("1"), applied("0", "2"), { kind: "other_commit" }],
  [
    "a database of a commit that stored no checksums",
    known("1"),
    [{ name: "1", checksum: null }],
    { kind: "other_commit" },
  ],
  [
    "a database with another text of a migration",
    known("1", "2"),
    [...applied("1"), { name: "2", checksum: "other" }],
    { kind: "other_commit" },
  ],
  ["a database with a gap", known("1", "2"), applied("1", "3"), { kind: "gap", missing: "2" }],
])("%s is seen as that", (_, of, found, fit) => {
  expect(compareMigrations(of, found)).toEqual(fit);
});

test.each([
  ["this version", applied("1"), null],
  ["the version before", [], null],
  [
    "a newer version",
    applied("1", "2"),
    /newer version of Paydeck \(2\)\. Nothing was changed\. Update Paydeck/,
  ],
  ["another commit", applied("0"), /another commit of Paydeck.*Nothing was changed.*the commit that made it/],
])("a backup of %s is restored, or refused with what to do", (_, found, refusal) => {
  const why = whyNotRestored("paydeck.backup", known("1"), found);
  if (refusal === null) expect(why).toBeNull();
  else expect(why).toMatch(refusal);
});

test("a checksum is that of the text, whatever ends its lines", async () => {
  const folder = await mkdtemp(join(tmpdir(), "paydeck-migrations-"));
  const checksums = async (): Promise<string[]> =>
    (await readMigrations(folder)).map(({ checksum }) => checksum);
  try {
    await writeFile(join(folder, "0002_second.sql"), "select 1;\r\nselect 2;\r\n");
    await writeFile(join(folder, "0001_first.sql"), "select 1;\nselect 2;\n");
    await writeFile(join(folder, "0003_third.sql"), "select 1;\nselect 3;\n");
    const [first, second, third] = await checksums();
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    expect((await readMigrations(folder)).map(({ name }) => name)).toEqual([
      "0001_first",
      "0002_second",
      "0003_third",
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
