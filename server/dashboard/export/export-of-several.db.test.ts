import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { isDatabaseOutage } from "@/server/platform/pool";
import { recordAudit } from "../audit/store";
import { ForbiddenError } from "../auth/authorize";
import type { Ctx } from "../context";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { addSecondAccount, type SecondAccount } from "@/tools/testing/dashboard/second-account";
import type { ExportTable } from "./export-table";
import { exportOfSeveral } from "./export-response";

let harness: Harness;
let second: SecondAccount;
let here: Ctx;
let there: Ctx;
beforeAll(async () => {
  harness = await startHarness();
  second = await addSecondAccount(harness);
});
beforeEach(async () => {
  here = await harness.ctxOf("finance");
  there = await second.ctxOf("finance", here.actor);
});
afterAll(async () => {
  await second.stop();
  await harness.stop();
});

const TABLE: ExportTable<number> = {
  name: "lines",
  columns: [{ heading: "line", kind: "text", cell: (row) => String(row) }],
};

/** The first row is of no account, and every third one of the second account. */
function begin(rows: number): Promise<Response> {
  return exportOfSeveral([here, there], {
    format: "csv",
    table: TABLE,
    filter: "",
    async *rows() {
      for (let row = 0; row < rows; row += 1) yield await Promise.resolve(row);
    },
    accountOf: (row) => (row === 0 ? null : row % 3 === 0 ? there : here),
  });
}

async function trailOf({ pool, actor }: Ctx): Promise<unknown[]> {
  const { rows } = await pool.query<{ action: string; detail: Record<string, unknown> }>(
    "select action, detail from audit_log where actor_id = $1 order by at, id",
    [actor.userId],
  );
  return rows.map(({ action, detail: { rows: count, why } }) => ({ action, rows: count, why }));
}

test("a file of several accounts has its beginning and end in the log of each, with the number of its rows", async () => {
  expect((await (await begin(10)).text()).trim().split("\r\n")).toHaveLength(11);
  expect(await trailOf(here)).toEqual([{ action: "export_begun" }, { action: "export_finished", rows: 6 }]);
  expect(await trailOf(there)).toEqual([{ action: "export_begun" }, { action: "export_finished", rows: 3 }]);
});

test("an export does not wait for long for somebody who changes both accounts in the other order, and leaves no entry", async () => {
  const client = await there.pool.connect();
  try {
    // Closing the second account locks its log first, then that of the first account.
    await client.query("begin");
    const subject = { kind: "bulk_run", id: "1" } as const;
    const { actor } = await second.ctxOf("admin");
    await recordAudit(client, { at: there.clock.now(), actor, action: "bulk_paused", subject });
    // The page says then that the database did not respond.
    expect(await begin(1).catch(isDatabaseOutage)).toBe(true);
  } finally {
    await client.query("rollback");
    client.release();
  }
  expect(await trailOf(here)).toEqual([]);
  expect(await trailOf(there)).toEqual([]);
});

test("an export whose beginning is committed in one account and not in the other one is broken there", async () => {
  const accept = await refuse(here, "export_begun", "at the commit");
  await expect(begin(1)).rejects.toThrow("disk full");
  await accept();
  expect(await trailOf(here)).toEqual([]);
  expect(await trailOf(there)).toEqual([
    { action: "export_begun" },
    { action: "export_broken", rows: 0, why: "failed" },
  ]);
});

test("a file of several accounts breaks when the role in one of them is lost meanwhile", async () => {
  const response = await begin(2_000);
  const reader = response.body?.getReader();
  await reader?.read();
  await there.pool.query("update people set role = 'support' where id = $1", [there.actor.userId]);
  const drain = async (): Promise<void> => {
    while ((await reader?.read())?.done === false);
  };
  await expect(drain()).rejects.toThrow();
  for (const ctx of [here, there])
    expect((await trailOf(ctx)).at(-1)).toMatchObject({ action: "export_broken", why: "not_allowed" });
});

test("a file of few rows breaks too when the role in one account is lost while the last account is asked", async () => {
  const response = await exportOfSeveral([here, there], {
    format: "csv",
    table: TABLE,
    filter: "",
    async *rows() {
      yield 1;
      await there.pool.query("update people set role = 'support' where id = $1", [there.actor.userId]);
      yield 3;
    },
    accountOf: (row) => (row === 3 ? there : here),
  });
  await expect(response.text()).rejects.toThrow();
  for (const ctx of [here, there])
    expect((await trailOf(ctx)).at(-1)).toMatchObject({ action: "export_broken", why: "not_allowed" });
});

/** The audit log of an account takes no entry of this action until the returned function is called. */
async function refuse(
  { pool }: Ctx,
  action: string,
  when: "at once" | "at the commit" = "at once",
): Promise<() => Promise<unknown>> {
  const { rows } = await pool.query<{ schema: string }>("select current_schema() as schema");
  const schema = rows[0]?.schema ?? "";
  await harness.pool.query(`
    create function ${schema}.refuse_entry() returns trigger language plpgsql
      as $$ begin raise exception 'disk full'; end $$;
    create ${when === "at once" ? "trigger refuse_entry before" : "constraint trigger refuse_entry after"} insert
      on ${schema}.audit_log ${when === "at once" ? "" : "deferrable initially deferred"} for each row
      when (new.action = '${action}') execute function ${schema}.refuse_entry()`);
  return () => harness.pool.query(`drop function ${schema}.refuse_entry cascade`);
}

test.each(["first", "second"] as const)(
  "no log says that a file is finished when the log of the %s account does not take its end",
  async (which) => {
    const accept = await refuse(which === "first" ? here : there, "export_finished");
    await expect((await begin(10)).text()).rejects.toThrow("disk full");
    await accept();
    expect(await trailOf(here)).toEqual([
      { action: "export_begun" },
      { action: "export_broken", rows: 6, why: "failed" },
    ]);
    expect(await trailOf(there)).toEqual([
      { action: "export_begun" },
      { action: "export_broken", rows: 3, why: "failed" },
    ]);
  },
);

test("a log that does not take the end of a broken file keeps no other from it, and hides no reason", async () => {
  const accept = await refuse(here, "export_broken");
  const order = {
    format: "csv",
    table: TABLE,
    filter: "",
    async *rows() {
      yield await Promise.reject<number>(new TypeError("the first row"));
    },
    accountOf: () => here,
  } as const;
  await expect(exportOfSeveral([here, there], order)).rejects.toThrow("the first row");
  await accept();
  expect(await trailOf(here)).toEqual([{ action: "export_begun" }]);
  expect(await trailOf(there)).toEqual([
    { action: "export_begun" },
    { action: "export_broken", rows: 0, why: "failed" },
  ]);
});

test("a file whose beginning one log does not take has none in another", async () => {
  const accept = await refuse(there, "export_begun");
  await expect(begin(10)).rejects.toThrow("disk full");
  await accept();
  for (const ctx of [here, there]) expect(await trailOf(ctx)).toEqual([]);
});

test("an account whose rows could not be read has a broken end, and the others a finished one", async () => {
  const response = await exportOfSeveral([here, there], {
    format: "csv",
    table: TABLE,
    filter: "",
    async *rows() {
      yield await Promise.resolve(1);
      yield 2;
      yield 3;
    },
    accountOf: (row) => (row === 3 ? null : here),
    missingOf: (row) => (row === 3 ? there : null),
  });
  expect((await response.text()).trim().split("\r\n")).toHaveLength(4);
  expect(await trailOf(here)).toEqual([{ action: "export_begun" }, { action: "export_finished", rows: 2 }]);
  expect(await trailOf(there)).toEqual([
    { action: "export_begun" },
    { action: "export_broken", rows: 0, why: "failed" },
  ]);
});

test("a file of several accounts does not begin where the role in one of them does not allow it", async () => {
  there = { ...there, actor: { ...there.actor, role: "support" } };
  await expect(begin(10)).rejects.toBeInstanceOf(ForbiddenError);
  expect(await trailOf(here)).toEqual([]);
  expect(await trailOf(there)).toEqual([{ action: "forbidden" }]);
});
