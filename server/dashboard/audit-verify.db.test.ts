import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createMigratedDatabase, type MigratedDatabase } from "@/tools/testing/migrated-database";
import { createLogger } from "@/server/platform/log";
import { createPool, createPoolBeside } from "@/server/platform/pool";
import { projectRoot } from "@/server/platform/root";
import { scopeOf } from "./accounts/scope";
import { prepareAccountSchema } from "./store/open-database";
import { recordAudit } from "./audit/store/record-audit";
import { verifyAuditLogs } from "./verify-audit-logs";

let database: MigratedDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createMigratedDatabase("dashboard");
  pool = database.pool;
});
afterAll(() => database.drop());
beforeEach(async () => {
  await tamper("truncate audit_log");
  await tamper(`update audit_head set position = 0, hash = decode(repeat('00', 32), 'hex')`);
});

const write = (subject: string, db: pg.Pool | pg.PoolClient = pool): Promise<void> =>
  recordAudit(db, {
    at: new Date(),
    actor: { userId: randomUUID(), email: "admin@example.com" },
    action: "refund_requested",
    subject: { kind: "payment", id: subject },
    detail: {
      amount: "1499.00",
      reason: 'He said "₹5"\n\u2028\u007f\\ नमस्ते',
      count: 2,
      enabled: true,
      note: null,
    },
    requestId: randomUUID(),
  });

/** What an attacker with the owner's rights does to leave no trace. */
const tamper = (sql: string): Promise<unknown> =>
  pool.query(`alter table audit_log disable trigger user; ${sql}; alter table audit_log enable trigger user`);

const environment = () => ({
  NODE_ENV: "test" as const,
  PATH: process.env.PATH,
  DASHBOARD_DATABASE_URL: database.url,
});

/** The command in this process: a program takes a second of processor time to start. */
const verify = (...args: string[]): Promise<{ code: number; text: string }> =>
  verifyAuditLogs(args, environment()).catch((error: Error) => ({ code: 1, text: error.message }));

async function runProgram(...args: string[]): Promise<{ code: number; text: string }> {
  try {
    const program = join(projectRoot(), "dist/audit-verify.js");
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], {
      env: environment(),
    });
    return { code: 0, text: stdout };
  } catch (error) {
    const failure = error as { code: number; stdout: string; stderr: string };
    return { code: failure.code, text: failure.stdout + failure.stderr };
  }
}

test("rows of any text, written by many at once, make one whole chain", async () => {
  await Promise.all(
    ["plain", "", "₹ नमस्ते 🙂", "tab\tline\nreturn\rbell\u0007", '"quoted" \\ back', "a".repeat(300)].flatMap(
      (subject) => Array.from({ length: 10 }, () => write(subject)),
    ),
  );
  const verdict = await runProgram();
  expect(verdict).toMatchObject({
    code: 0,
    text: expect.stringMatching(/whole: 60 rows.*60:[0-9a-f]{64}/) as string,
  });
});

test("a transaction that is rolled back leaves no gap", async () => {
  await write("one");
  const client = await pool.connect();
  await client.query("begin");
  await write("never", client);
  await client.query("rollback");
  client.release();
  await write("two");
  expect((await verify()).text).toContain("whole: 2 rows");
});

test.each(["update audit_log set detail = '{}'", "delete from audit_log", "truncate audit_log"])(
  "the database itself refuses: %s",
  async (sql) => {
    await write("one");
    await expect(pool.query(sql)).rejects.toThrow("audit_log is append-only");
  },
);

describe("what got past the database's own refusal is found", () => {
  beforeEach(async () => {
    for (const subject of ["one", "two", "three", "four"]) await write(subject);
  });

  test.each([
    ["at", "at + interval '1 ms'"],
    ["actor_id", "null"],
    ["actor_email", "'other@example.com'"],
    ["action", "'refund_refused'"],
    ["subject_kind", "'refund'"],
    ["subject_id", "'TXN1'"],
    ["detail", `detail || '{"amount": "1.00"}'`],
    ["request_id", "null"],
  ])("an altered %s", async (column, value) => {
    await tamper(`update audit_log set ${column} = ${value} where position = 2`);
    expect(await verify()).toMatchObject({
      code: 2,
      text: expect.stringContaining("Row 2 is not what was") as string,
    });
  });

  test("a removed row", async () => {
    await tamper("delete from audit_log where position = 3");
    expect(await runProgram()).toMatchObject({
      code: 2,
      text: expect.stringContaining("Row 3 is missing") as string,
    });
  });

  test("a removed row whose gap was closed", async () => {
    await tamper(
      `delete from audit_log where position = 3; update audit_log set position = 3 where position = 4`,
    );
    expect(await verify()).toMatchObject({
      code: 2,
      text: expect.stringContaining("Row 3 is not what") as string,
    });
  });

  test("a cut-off end", async () => {
    await tamper("delete from audit_log where position = 4");
    expect(await verify()).toMatchObject({
      code: 2,
      text: expect.stringContaining("should end at row 4") as string,
    });
  });

  test("a history that was rewritten as a whole, by the hash that somebody noted", async () => {
    const noted = /4:[0-9a-f]{64}/.exec((await verify()).text)?.[0] ?? "";
    expect((await verify("--anchor", noted)).code).toBe(0);
    await write("five");
    expect((await verify("--anchor", noted)).code).toBe(0);

    await tamper("truncate audit_log");
    await tamper(`update audit_head set position = 0, hash = decode(repeat('00', 32), 'hex')`);
    for (const subject of ["one", "two", "other", "four", "five"]) await write(subject);
    expect((await verify()).code).toBe(0);
    expect(await verify("--anchor", noted)).toMatchObject({
      code: 2,
      text: expect.stringContaining("Row 4 is not the one that was noted") as string,
    });
  });
});

test("a wrong anchor is refused with the usage", async () => {
  expect(await runProgram("--anchor", "4")).toMatchObject({
    code: 1,
    text: expect.stringContaining("Usage:") as string,
  });
});

test("the log of each merchant account is verified, and one alone by its address", async () => {
  await write("one");
  const logger = createLogger("test", "silent");
  const options = {
    connectionString: database.url,
    secret: "test-secret-of-the-dashboard",
    applicationName: "test",
    maxConnections: 2,
    logger,
  };
  await prepareAccountSchema(options, scopeOf(2));
  await pool.query(
    `insert into accounts (id, slug, name, colour, base_url, sealed_credentials)
     values (2, 'shop-eu', 'Shop', 'blue', 'https://payments.example.com', 'sealed')`,
  );
  const own = createPoolBeside(createPool(options), { maxConnections: 1, scope: scopeOf(2), logger });
  for (const subject of ["two", "three"]) await write(subject, own);
  await own.end();
  const whole = await verify();
  expect(whole.code).toBe(0);
  expect(whole.text).toMatch(/whole: 1 rows.*\nshop-eu: .*whole: 2 rows/);
  expect((await verify("--account", "shop-eu")).text).toMatch(/^shop-eu: .*whole: 2 rows.*\n$/);
  expect(await verify("--account", "none")).toMatchObject({ code: 1 });
  expect(await verify("--anchor", "x")).toMatchObject({ code: 1 });

  await pool.query(
    `alter table account_2.audit_log disable trigger user;
     update account_2.audit_log set actor_email = 'other@example.com' where position = 2`,
  );
  expect(await verify()).toMatchObject({
    code: 2,
    text: expect.stringMatching(/whole: 1 rows.*\nshop-eu: Row 2 is not what was written/) as string,
  });
});
