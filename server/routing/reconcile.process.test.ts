import { execFile } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSystemDatabase } from "@/tools/testing/migrated-database";
import type { TestDatabase } from "@/tools/testing/database";
import { projectRoot } from "@/server/platform/root";
import { TEST_SALT_KEY } from "@/tools/testing/routing/service";

/** The command as a process: its arguments, its output and its exit code. reconcile-and-report.db.test.ts has what it does. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createSystemDatabase("routing");
});
afterAll(() => database.drop());

function run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = {
    NODE_ENV: "test" as const,
    PATH: process.env.PATH,
    ROUTING_DATABASE_URL: database.url,
    ROUTING_SALT_KEY: TEST_SALT_KEY,
  };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(projectRoot(), "dist/reconcile.js"), ...args],
      { env },
      (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout, stderr }),
    );
  });
}

test("a report is printed, and the exit code is 0", async () => {
  const { code, stdout, stderr } = await run("--json", "--day", "2026-01-01");
  expect([code, stderr]).toEqual([0, ""]);
  expect(JSON.parse(stdout)).toMatchObject({ type: "summary", compared: { payment: 0 } });
});

test("a wrong argument is one sentence, before anything is fetched, and the exit code is 1", async () => {
  expect(await run("--day", "2026-02-30")).toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringContaining("--day takes") as string,
  });
});
