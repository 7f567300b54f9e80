import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectRoot } from "@/server/platform/root";

const FOLDER = join(projectRoot(), "server/decisions");
const files = readdirSync(FOLDER)
  .filter((file) => file !== "README.md")
  .sort();
const read = (file: string): string => readFileSync(join(FOLDER, file), "utf8");

/** "0106 Chain the audit log by hashes" becomes "0106-chain-the-audit-log-by-hashes.md". */
function fileName(title: string): string {
  const words = title
    .toLowerCase()
    .replace(/[`'’]/g, "")
    .match(/[a-z0-9]+/g);
  return `${(words ?? []).join("-")}.md`;
}

describe.each(files)("decision %s", (file) => {
  const title = /^# (\d{4} .+)\n/.exec(read(file))?.[1] ?? "";

  test("is named by its title", () => {
    expect(fileName(title)).toBe(file);
  });

  test("has a context, a choice and its consequences", () => {
    const parts = [...read(file).matchAll(/^\*\*(Context|Choice|Consequences)\.\*\* \S/gm)].map(
      ([, part]) => part,
    );
    expect(parts).toEqual(["Context", "Choice", "Consequences"]);
  });

  test("is short: a title and at most ten lines", () => {
    expect(
      read(file)
        .split("\n")
        .filter((line) => line !== "").length,
    ).toBeLessThanOrEqual(11);
  });
});

test("each number is of one decision", () => {
  const numbers = files.map((file) => file.slice(0, 4));
  expect(numbers).toEqual([...new Set(numbers)]);
});
