import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "@/server/platform/root";

/** The commands that the documents tell people to run. */
const pages = execFileSync("git", ["ls-files", "*.md"], { cwd: projectRoot(), encoding: "utf8" })
  .split("\n")
  .filter((path) => path !== "" && !path.startsWith("server/decisions/"));
const texts = pages.map((path) => ({ path, text: read(path) }));
const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };

function read(path: string): string {
  return readFileSync(join(projectRoot(), path), "utf8");
}

function found(pattern: RegExp): { page: string; name: string }[] {
  return texts.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(([, name]) => ({ page: path, name: name ?? "" })),
  );
}

test("each npm script that a document names exists", () => {
  const named = found(/npm run ([a-z][a-z:-]*)/g);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ name }) => scripts[name] === undefined)).toEqual([]);
});

test("each npm script is in a document", () => {
  const named = new Set(found(/npm (?:run )?([a-z][a-z:-]*)/g).map(({ name }) => name));
  const own = Object.keys(scripts).filter(
    (name) => !/^pre./.test(name) || scripts[name.slice(3)] === undefined,
  );
  expect(own.filter((name) => !named.has(name))).toEqual([]);
});

test("each test file that a document runs exists", () => {
  const files = found(/npx (?:vitest run|playwright test) ([\w./()[\]-]+\.tsx?)/g);
  expect(files.length).toBeGreaterThan(1);
  expect(files.filter(({ name }) => !existsSync(join(projectRoot(), name)))).toEqual([]);
});

test("each command of a release that a document names exists", () => {
  const source = read("server/start/paydeck.ts");
  const commands = [...source.matchAll(/^ {2}"?([a-z:]+)"?: \{ program: /gm)].map(([, name]) => name ?? "");
  expect(commands.length).toBeGreaterThan(10);
  const named = found(
    /(?:^|[`\s/])(?:\.\/paydeck|current\/paydeck|paydeck-[0-9.]+\/paydeck) ([a-z][a-z:]*)/g,
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ name }) => !commands.includes(name))).toEqual([]);
});
