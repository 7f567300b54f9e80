import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commandsHere } from "./commands-here";
import { projectRoot } from "./root";

test("a checkout names the commands of npm, a release its own", () => {
  const text = "Run npm run restore -- FILE --replace, or npm start, or npm run audit:verify.";
  expect(commandsHere(text, false)).toBe(text);
  expect(commandsHere(text, true)).toBe(
    "Run ./paydeck restore FILE --replace, or ./paydeck start, or ./paydeck audit:verify.",
  );
});

test("the columns of a usage text stay in line", () => {
  const usage = "Usage:\n  npm run refunds             shows\n  npm run refunds -- release  allows";
  expect(commandsHere(usage, true)).toBe(
    "Usage:\n  ./paydeck refunds           shows\n  ./paydeck refunds release   allows",
  );
});

test("each program text that names an npm command passes through commandsHere", () => {
  const sources = execFileSync("git", ["ls-files", "server/**/*.ts", "app/**/*.tsx"], {
    cwd: projectRoot(),
    encoding: "utf8",
  })
    .split("\n")
    .filter((path) => path !== "" && !/\.test\.ts$|^server\/setup\//.test(path))
    // The first is rewritten where it is used, because pages import it; the help of metrics is the same everywhere.
    .filter((path) => !/^server\/platform\/(refund-hold\.ts|metrics\/)/.test(path));
  const naming = sources.filter((path) => {
    const lines = readFileSync(join(projectRoot(), path), "utf8").split("\n");
    return lines.some((line) => /npm (run |start)/.test(line) && !/^\s*(\/\/|\/?\*)/.test(line));
  });
  expect(naming.length).toBeGreaterThan(10);
  const direct = naming.filter(
    (path) => !readFileSync(join(projectRoot(), path), "utf8").includes("commandsHere("),
  );
  expect(direct).toEqual([]);
});
