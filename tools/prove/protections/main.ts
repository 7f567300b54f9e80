import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { projectRoot } from "@/server/platform/root";
import { inheritedEnv } from "../env";
import { PROTECTED } from "./table";

/**
 * `npm run prove:protections [-- ROW,ROW]`: in a copy of the checkout, first runs the tests of the rows, which must
 * pass; then, for each row, its test with the protection removed, which must fail. A test that passes both times shows
 * nothing.
 */
const LIMIT_MS = 900_000;
const root = projectRoot();

async function main(): Promise<void> {
  const wanted = process.argv[2]?.split(",") ?? null;
  const rows = PROTECTED.filter(({ id }) => wanted?.includes(id) ?? true);
  // Below the checkout, so that its packages are found.
  mkdirSync(join(root, ".checks"), { recursive: true });
  const copy = mkdtempSync(join(root, ".checks", "protections-"));
  process.on("SIGINT", () => process.exit(130));
  process.on("exit", () => rmSync(copy, { recursive: true, force: true }));
  for (const file of listed()) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }

  const files = new Set(rows.map(({ test }) => test.file));
  if (!(await run(copy, [...files], ""))) {
    say("The tests do not pass as they are; what they do without a protection would say nothing.");
    process.exit(1);
  }
  const counts = { held: 0, wrong: 0, without: 0 };
  for (const entry of rows) {
    if (entry.removal === null) {
      say(`${entry.id}: nothing to take out`);
      counts.without += 1;
      continue;
    }
    const { what, file, from, to } = entry.removal;
    const path = join(copy, file);
    const whole = readFileSync(path, "utf8");
    writeFileSync(
      path,
      whole.replace(from, () => to),
    );
    const passesWithout = await run(copy, [entry.test.file], entry.test.name);
    writeFileSync(path, whole);
    counts[passesWithout ? "wrong" : "held"] += 1;
    const verdict = passesWithout ? "PASSES WITHOUT IT" : "fails without it";
    say(`${entry.id}, ${entry.fault}: ${what}: the test ${verdict}`);
  }
  say(`${counts.held} rows held, ${counts.wrong} wrong, ${counts.without} with nothing to take out`);
  process.exit(counts.wrong > 0 ? 1 : 0);
}

function listed(): string[] {
  const options = { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 } as const;
  return execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], options)
    .split("\0")
    .filter((file) => file !== "");
}

/**
 * Whether the tests of these files pass in the copy; with a non-empty name, only that test. No tests at all count as a
 * failure.
 */
function run(copy: string, files: readonly string[], name: string): Promise<boolean> {
  // The name of a parametrised test has placeholders for the cases.
  const known = name.split(/[%$]/)[0]?.replace(/[.*+?^${}()|[\]\\]/g, "\\$&") ?? "";
  const child = spawn(
    process.execPath,
    [
      join(root, "node_modules/vitest/vitest.mjs"),
      "run",
      "--root",
      copy,
      ...files.map((file) => join(copy, file)),
      ...(known === "" ? [] : ["-t", known]),
    ],
    { cwd: copy, env: { ...inheritedEnv(), NODE_ENV: "test" }, stdio: "ignore", timeout: LIMIT_MS },
  );
  return new Promise((resolve) => child.once("exit", (code) => resolve(code === 0)));
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

await main();
