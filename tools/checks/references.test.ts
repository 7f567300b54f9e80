import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";
import { projectRoot } from "@/server/platform/root";
import {
  anchorsOf,
  failuresIn,
  linksIn,
  outsideIn,
  type Reference,
  referencesIn,
  sectionsOf,
} from "./references";

const root = projectRoot();
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const NOT_TEXT = /\.(png|ico|woff2)$|^package-lock\.json$/;
const FILES = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\0")
  .filter((path) => path !== "" && !NOT_TEXT.test(path) && existsSync(join(root, path)));

/** Those with a record, and those that a baseline cites and that are parts of another record since. */
const DECISIONS = new Set([
  ...readdirSync(join(root, "server/decisions")).flatMap((name) => /^(\d{4})-/.exec(name)?.[1] ?? []),
  ...[...read("server/decisions/README.md").matchAll(/(\d{4})\s→\s\d{4}/g)].flatMap(
    ([, number]) => number ?? [],
  ),
]);
const SECTIONS = sectionsOf(read("docs/specification.md"));
const FAILURES = failuresIn(read("tools/prove/protections/protections.txt"));

function isKnown({ kind, name }: Reference): boolean {
  switch (kind) {
    case "decision":
      return DECISIONS.has(name);
    case "specification":
      return SECTIONS.has(name);
    case "failure":
      return FAILURES.has(name);
  }
}

/** Names such a folder for tests; `vendor-document.ts` beside it says what is skipped. */
const FOLDERS_OF_TESTS = "tools/testing/routing/documents/env.ts";

/** A test may read a folder outside the repository if it exists, and reports what it skips otherwise. */
const maySkip = (path: string, text: string): boolean =>
  path === FOLDERS_OF_TESTS || (/\.(test|spec)\.tsx?$/.test(path) && /\.skip(If)?\(/.test(text));

describe("a reader can follow every reference", () => {
  test("to a decision, a section of docs/specification.md, or a numbered failure", () => {
    const dangling = FILES.flatMap((path) =>
      referencesIn(read(path))
        .filter((reference) => !isKnown(reference))
        .map(({ kind, name }) => `${path}: ${kind} ${name}`),
    );
    expect(dangling).toEqual([]);
  });

  test("of a Markdown file to another file or heading", () => {
    const broken = FILES.filter((path) => path.endsWith(".md")).flatMap((path) =>
      linksIn(read(path))
        .filter((link) => !leadsSomewhere(path, link))
        .map((link) => `${path}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  test("because none leads out of the repository", () => {
    const outside = FILES.flatMap((path) => {
      const text = read(path);
      return maySkip(path, text) ? [] : outsideIn(text).map((name) => `${path}: ${name}`);
    });
    expect(outside).toEqual([]);
  });
});

function leadsSomewhere(from: string, link: string): boolean {
  const [path = "", anchor] = link.split("#", 2);
  const target = path === "" ? from : normalize(join(dirname(from), path));
  if (target.startsWith("..") || !existsSync(join(root, target))) return false;
  return anchor === undefined || anchorsOf(read(target)).has(anchor);
}

describe("what counts as a reference", () => {
  const names = (text: string): string[] => referencesIn(text).map(({ kind, name }) => `${kind} ${name}`);

  test.each([
    ["Late money (decision 0004).", ["decision 0004"]],
    [
      "Decisions 0215 and 0226; a version (0008), two (0004, 0012), one with words (0193: after 400 days)",
      ["decision 0215", "decision 0226", "decision 0008", "decision 0004", "decision 0012", "decision 0193"],
    ],
    ["/** Read in order (decision\n * 0026). */", ["decision 0026"]],
    [
      "specification 4.1, rule 2; Specification 3.1 and 3.2.",
      ["specification 4.1", "specification 4.1 rule 2", "specification 3.1", "specification 3.2"],
    ],
    ["failures 3 to 5, failure 25", ["failure 3", "failure 5", "failure 25"]],
    ["after 5 failures in a row; mode (0710, its group); 4.4 of them", []],
  ])("%j", (text, expected) => {
    expect(names(text)).toEqual(expected);
  });

  test("sections and their rules, failures, links and anchors are read off the documents", () => {
    const specification = "# T\n\n## 1. One\n\n1. First.\n\n### 4.1 Create\n\n2. Second.\n";
    expect([...sectionsOf(specification)]).toEqual(["1", "1 rule 1", "4.1", "4.1 rule 2"]);
    expect([...failuresIn("a: b\n7: HTML\ntest a.ts: 8: no\n")]).toEqual(["7"]);
    expect(linksIn("[a](b.md#c) ![d](e.png) [f](https://g) `[h](i)`\n```\n[j](k)\n```\n")).toEqual([
      "b.md#c",
      "e.png",
    ]);
    expect([...anchorsOf("# One `two`, three\n")]).toEqual(["one-two-three"]);
  });

  test.each([
    `the rule of D${16}`,
    `section ${4.4}`,
    `(design,\n * section ${4})`,
    ["..", "shared", "x.md"].join("/"),
  ])("%j leads out of the repository", (text) => {
    expect(outsideIn(text)).not.toEqual([]);
  });
});
