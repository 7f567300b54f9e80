import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMigratedDatabase, type MigratedDatabase } from "@/tools/testing/migrated-database";
import { createTestDatabase, type TestDatabase } from "@/tools/testing/database";
import { areRefundsHeld, findRefundHold } from "@/server/platform/refund-hold";
import { projectRoot } from "@/server/platform/root";
import { runRefundsCommand } from "./refunds-command";

/** The command on external databases. */
let routing: MigratedDatabase;
let dashboard: MigratedDatabase;
let empty: TestDatabase;
beforeAll(async () => {
  routing = await createMigratedDatabase("routing");
  dashboard = await createMigratedDatabase("dashboard");
  empty = await createTestDatabase("empty");
});
afterAll(async () => {
  await Promise.all([routing.drop(), dashboard.drop(), empty.drop()]);
});

const environment = (variables: Record<string, string>) => ({
  NODE_ENV: "test" as const,
  PATH: process.env.PATH,
  DATA_DIR: join(tmpdir(), "paydeck-no-such-folder"),
  ROUTING_DATABASE_URL: routing.url,
  DASHBOARD_DATABASE_URL: dashboard.url,
  ...variables,
});

type Outcome = { code: number; text: string };

/** The command in this process: a program takes a second of processor time to start. */
async function run(args: string[], variables: Record<string, string> = {}): Promise<Outcome> {
  let [said, complained] = ["", ""];
  const output = {
    say: (text: string): void => void (said += text),
    complain: (text: string): void => void (complained += text),
  };
  try {
    const isDone = await runRefundsCommand(args, environment(variables), output);
    return { code: isDone ? 0 : 1, text: said + complained };
  } catch (error) {
    return { code: 1, text: (error as Error).message };
  }
}

function runProgram(args: string[], variables: Record<string, string> = {}): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(projectRoot(), "dist/refunds.js"), ...args],
      { env: environment(variables) },
      (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === "number" ? error.code : 0, text: stdout + stderr }),
    );
  });
}
const held = () => Promise.all([areRefundsHeld(routing.pool), areRefundsHeld(dashboard.pool)]);

test("refunds are held in both databases, shown, and released once", async () => {
  expect((await run([])).text).toMatch(
    /Routing service: refunds are not held.*\nDashboard: refunds are not held/,
  );
  expect(await runProgram(["hold", "2026-11-20T10:00:00Z"])).toMatchObject({ code: 0 });
  expect(await held()).toEqual([true, true]);
  expect((await findRefundHold(dashboard.pool))?.backupMadeAt).toEqual(new Date("2026-11-20T10:00:00Z"));
  expect((await run([])).text).toContain(
    "Dashboard: refunds are held; the backup of 2026-11-20T10:00:00.000Z",
  );

  expect((await run(["release"])).text).toBe(
    "Routing service: refunds are released.\nDashboard: refunds are released.\n",
  );
  expect(await held()).toEqual([false, false]);
  const again = await run(["release"]);
  expect(again.code).toBe(0);
  expect(again.text).toContain("Dashboard: refunds are not held; the backup of");
});

test("a release that was interrupted between the databases is completed by the next", async () => {
  await run(["hold", "2026-11-20T10:00:00Z"]);
  await run(["release"], { DASHBOARD_DATABASE_URL: "" });
  expect(await held()).toEqual([false, true]);
  await run(["release"]);
  expect(await held()).toEqual([false, false]);
});

const UNREACHABLE = "postgres://nobody@127.0.0.1:9/nothing";

test.each([
  ["ROUTING_DATABASE_URL", "Routing service", "Dashboard", [true, false]],
  ["DASHBOARD_DATABASE_URL", "Dashboard", "Routing service", [false, true]],
])(
  "a release with an unreachable %s says which database was released and what to do",
  async (variable, unreachable, other, stillHeld) => {
    await run(["hold", "2026-11-20T10:00:00Z"]);
    const outcome = await run(["release"], { [variable]: UNREACHABLE });
    expect(outcome.code).toBe(1);
    expect(outcome.text).toContain(`${other}: refunds are released.`);
    expect(outcome.text).toContain(`${unreachable}: failed. The database could not be reached.`);
    expect(outcome.text).toContain("run npm run refunds -- release again");
    expect(await held()).toEqual(stillHeld);
    expect((await run(["release"])).code).toBe(0);
    expect(await held()).toEqual([false, false]);
  },
);

test("a hold with an unreachable database holds the other, and says not to start Paydeck", async () => {
  const outcome = await runProgram(["hold", "2026-11-20T10:00:00Z"], { ROUTING_DATABASE_URL: UNREACHABLE });
  expect(outcome.code).toBe(1);
  expect(outcome.text).toContain("Dashboard: refunds are held.");
  expect(outcome.text).toContain("Routing service: failed. The database could not be reached.");
  expect(outcome.text).toContain("Do not start Paydeck");
  expect(await held()).toEqual([false, true]);
  await run(["release"]);
});

test.each([
  [["hold", "2026-11-20T10:00:00Z"], "Dashboard: refunds are held.", "Do not start Paydeck"],
  [["release"], "Dashboard: refunds are released.", "Refunds may still be on hold"],
  [[], "Dashboard: refunds are not held", "run the command again"],
])(
  "%j without the address of one database does the other, says what was not done, and fails",
  async (args, done, next) => {
    const outcome = await run(args, { ROUTING_DATABASE_URL: "" });
    expect(outcome.code).toBe(1);
    expect(outcome.text).toContain(done);
    expect(outcome.text).toContain("Routing service: not done, ROUTING_DATABASE_URL is not set.");
    expect(outcome.text).toContain(next);
  },
);

test.each([[[]], [["hold", "2026-11-20T10:00:00Z"]]])(
  "%j names a database without tables of Paydeck",
  async (args) => {
    const outcome = await run(args, { ROUTING_DATABASE_URL: empty.url });
    expect([outcome.code, outcome.text]).toEqual([1, expect.stringContaining("has no tables of Paydeck")]);
  },
);

test.each([["hold"], ["hold", "yesterday"], ["hold", "2999-01-01T00:00:00Z"], ["release", "now"], ["help"]])(
  "%s %s is refused with the usage",
  async (...args) => {
    const outcome = await run(args);
    expect([outcome.code, outcome.text]).toEqual([1, expect.stringContaining("Usage:")]);
  },
);

test("without a running Paydeck and without variables it says what to do", async () => {
  const outcome = await runProgram([], { ROUTING_DATABASE_URL: "", DASHBOARD_DATABASE_URL: "" });
  expect([outcome.code, outcome.text]).toEqual([1, expect.stringContaining("set ROUTING_DATABASE_URL")]);
});

test("before a hold it does not say to start Paydeck, which would send refunds again", async () => {
  const variables = { ROUTING_DATABASE_URL: "", DASHBOARD_DATABASE_URL: "" };
  const outcome = await run(["hold", "2026-11-20T10:00:00Z"], variables);
  expect([outcome.code, outcome.text]).toEqual([1, expect.stringContaining("Do not start Paydeck")]);
  expect(outcome.text).not.toContain("npm start");
});
