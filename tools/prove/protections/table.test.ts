import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "@/server/platform/root";
import { PROTECTED, listedProtections } from "./table";

const read = (file: string): string => readFileSync(join(projectRoot(), file), "utf8");

test("every row of the failures is here once, in order", () => {
  const rows = PROTECTED.map(({ row }) => row);
  expect(rows.slice(0, 40)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
  expect(rows).toEqual([...new Set(rows)].sort((one, other) => one - other));
});

test.each(PROTECTED)("row $row, $fault: its test is there, and so is what protects", (entry) => {
  expect(read(entry.test.file)).toContain(entry.test.name);
  for (const file of entry.also ?? []) {
    if (!file.startsWith("prove ")) expect(existsSync(join(projectRoot(), file)), file).toBe(true);
  }
  if ("removal" in entry) expect(read(entry.removal.file).split(entry.removal.from)).toHaveLength(2);
});

test("docs/evidence.md lists them as they are", () => {
  expect(read("docs/evidence.md")).toContain(listedProtections());
});
