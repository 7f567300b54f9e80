import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "@/server/platform/root";
import { PROTECTED } from "./table";

const read = (file: string): string => readFileSync(join(projectRoot(), file), "utf8");

test("every failure is here once, in order", () => {
  const numbers = PROTECTED.map(({ id }) => Number(id)).filter((id) => !Number.isNaN(id));
  expect(numbers.slice(0, 40)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
  expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
});

test.each(PROTECTED)("$id, $fault: its test is there, and so is what protects", ({ test: its, removal }) => {
  expect(its.name).not.toBe("");
  expect(read(its.file)).toContain(its.name);
  if (removal !== null) expect(read(removal.file).split(removal.from)).toHaveLength(2);
});
