import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectRoot } from "@/server/platform/root";

const FOLDER = join(projectRoot(), "server/decisions");
const files = readdirSync(FOLDER)
  .filter((file) => file !== "README.md")
  .sort();
const read = (file: string): string => readFileSync(join(FOLDER, file), "utf8");

const ROW = /^- \[(?<number>\d{4})\]\((?<file>[^)]+)\) (?<title>.+): (?<status>accepted)$/;
const rows = read("README.md")
  .split("\n")
  .filter((line) => line.startsWith("- "))
  .map((line) => ROW.exec(line)?.groups ?? { unreadable: line });

/** "0022 Hold a customer's request" becomes "0022-hold-a-customers-request.md". */
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

  test("has one line in server/decisions/README.md", () => {
    const row = { number: title.slice(0, 4), file, title: title.slice(5), status: "accepted" };
    expect(rows.filter(({ number }) => number === row.number)).toEqual([row]);
  });
});

test("the index is in order of numbers, and each number is of one decision", () => {
  const numbers = rows.map(({ number }) => number ?? "unreadable line");
  expect(numbers).toEqual([...new Set(numbers)].sort());
});

test("every line is of a record", () => {
  expect(rows.map(({ file }) => file)).toEqual(files);
});
