import { randomUUID } from "node:crypto";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Permission } from "@/lib/can";
import { ForbiddenError } from "../auth/authorize";
import type { Ctx } from "../context";
import { cleanUp } from "../jobs/clean-up";
import { requestRefund } from "../refunds/commands/request-refund";
import { composed } from "@/tools/testing/dashboard/composed-role";
import {
  runsOf as runsOfPerson,
  SCHEDULE_FORM,
  scheduled as scheduledBy,
} from "@/tools/testing/dashboard/export-schedules";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { listedPayment } from "@/tools/testing/dashboard/listed-payment";
import { refundInput } from "@/tools/testing/dashboard/refund-input";
import { createSchedule } from "./commands/create-schedule";
import { startExport } from "./jobs/start-export";
import { writeExport } from "./jobs/write-export";
import { downloadExport } from "./queries/download-export";
import { listScheduledExports } from "./queries/list-schedules";

const SEARCH = "/v1/ops/payments/search";
const DAY_MS = 24 * 60 * 60_000;

let harness: Harness;
let ctx: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  harness.clock.advance(Date.parse("2026-11-21T09:00:00.000Z") - harness.clock.now().getTime());
  harness.service.ops = { idempotency: true, operations: ["payments.get", "payments.search"] };
  ctx = await harness.ctxOf("finance");
});
afterAll(() => harness.stop());

function respondWith(
  payments: ReturnType<typeof listedPayment>[],
  nextCursor: string | null = null,
  status = 200,
): void {
  const body = status === 200 ? JSON.stringify({ payments, next_cursor: nextCursor }) : "";
  harness.service.next(SEARCH, { kind: "answer", status, body, effect: false });
}

const scheduled = (more?: Partial<typeof SCHEDULE_FORM>, query?: string) => scheduledBy(ctx, more, query);
const runsOf = () => runsOfPerson(ctx);
const schedule = async (by: Ctx = ctx) => (await listScheduledExports(by))[0];
const start = (scheduleId: string) => startExport(harness.services, scheduleId);
const write = (runId: string) => writeExport(harness.services, runId);
/** Gives the owner a role with these permissions alone. */
async function ownRole(permissions: readonly Permission[]): Promise<string> {
  const id = randomUUID();
  await harness.pool.query(
    `insert into roles (id, name, permissions, created_at, changed_at) values ($1, $2, $3, now(), now())`,
    [id, `Role ${id}`, permissions],
  );
  await setRole(id);
  return id;
}
const setRole = (role: string) =>
  harness.pool.query("update people set role = $2 where id = $1", [ctx.actor.userId, role]);

/** A run whose slot has come, and its id. */
async function due(): Promise<string> {
  const scheduleId = await scheduled();
  harness.clock.advance(DAY_MS);
  await start(scheduleId);
  const [run] = await runsOf();
  return run?.runId ?? "";
}

async function count(sql: string): Promise<number> {
  const { rows } = await harness.pool.query<{ count: number }>(`select count(*)::int as count from ${sql}`);
  return rows[0]?.count ?? -1;
}
const notified = async (): Promise<string[]> => {
  const { rows } = await harness.pool.query<{ event: string }>(
    "select event from notification_events where event like 'export%' order by at",
  );
  return rows.map(({ event }) => event);
};
const trail = async (): Promise<string[]> => (await harness.audit()).map(({ action }) => action);

it("a relative range is that of the slot, however late its file is written", async () => {
  const scheduleId = await scheduled({ time: "23:55" }, "range=today");
  harness.clock.advance(Date.parse("2026-11-21T18:25:30.000Z") - harness.clock.now().getTime());
  await start(scheduleId);
  const runId = (await runsOf())[0]?.runId ?? "";
  // A queue, a failed attempt, or another version that was started.
  harness.clock.advance(10 * 60_000);
  respondWith([listedPayment()]);
  await write(runId);
  expect(await runsOf()).toMatchObject([{ state: "done", at: "2026-11-21T18:25:00.000Z" }]);
  const call = harness.service.calls.filter(({ path }) => path === SEARCH).at(-1);
  expect(call?.body).toContain('"created_from":"2026-11-20T18:30:00.000Z"');
});

it("a relative range of refunds is the day of the slot in the filter's time zone", async () => {
  const payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
  expect(await requestRefund(ctx, refundInput(payment))).toMatchObject({ kind: "accepted" });
  const query = "range=yesterday&zone=Asia%2FKolkata";
  const outcome = await createSchedule(ctx, {
    list: "refunds",
    query,
    form: { ...SCHEDULE_FORM, time: "00:05" },
  });
  if (outcome.kind !== "created") throw new Error(JSON.stringify(outcome));
  harness.clock.advance(Date.parse("2026-11-21T18:35:30.000Z") - harness.clock.now().getTime());
  await start(outcome.scheduleId);
  const [run] = await runsOf();
  // Written on the next day, after a stop.
  harness.clock.advance(DAY_MS);
  await write(run?.runId ?? "");
  expect((await harness.audit()).at(-1)).toMatchObject({ action: "export_finished", detail: { rows: 1 } });
  expect(await schedule()).toMatchObject({ query });
});

it("writes the same file as the list's export, announces it once, and its owner downloads it", async () => {
  const runId = await due();
  respondWith([listedPayment({ merchant_transaction_id: "=1+1" })], "a");
  respondWith([listedPayment()]);
  await write(runId);
  await write(runId);
  expect(await runsOf()).toMatchObject([{ state: "done", rows: 2, why: null }]);
  expect(await notified()).toEqual(["export_ready"]);
  expect((await harness.audit()).slice(1)).toMatchObject([
    { action: "export_begun", actor_email: ctx.actor.email, detail: { what: "payments" } },
    { action: "export_finished", actor_email: ctx.actor.email, detail: { rows: 2 } },
  ]);

  const response = await downloadExport(ctx, { runId });
  expect(response?.headers.get("content-disposition")).toMatch(/^attachment; filename="payments-.*\.csv"$/);
  expect(response?.headers.get("cache-control")).toContain("no-store");
  const text = (await response?.text()) ?? "";
  const rows: string[][] = parse(text, { bom: true });
  expect(rows).toHaveLength(3);
  // No formula for a spreadsheet (failure 31), and no customer's contact.
  expect(rows[1]?.[1]).toBe("'=1+1");
  expect(rows[0]?.join()).not.toMatch(/customer|email|phone/);
  expect((await harness.audit()).at(-1)).toMatchObject({
    action: "export_file_downloaded",
    subject_id: runId,
  });
});

it("two processes that write the same run make one file, one entry and one notification", async () => {
  const runId = await due();
  for (let index = 0; index < 4; index += 1) respondWith([listedPayment()]);
  await Promise.all([harness.services, harness.connect()].map((each) => writeExport(each, runId)));
  expect(await runsOf()).toMatchObject([{ state: "done", rows: 1 }]);
  expect(await notified()).toEqual(["export_ready"]);
  expect((await trail()).filter((action) => action === "export_finished")).toHaveLength(1);
  expect(await count("(select distinct attempt from export_chunks) as attempts")).toBe(1);
  expect(await (await downloadExport(ctx, { runId }))?.text()).toContain("merchant_transaction_id");
});

it("a process that stalls while another one writes the file leaves nothing of its own", async () => {
  const runId = await due();
  const other = harness.connect();
  let isFirst = true;
  const routing = {
    ...harness.services.routing,
    ops: async (...call: Parameters<typeof other.routing.ops>) => {
      if (isFirst) {
        isFirst = false;
        respondWith([listedPayment(), listedPayment()]);
        await writeExport(other, runId);
        respondWith([listedPayment()]);
      }
      return harness.services.routing.ops(...call);
    },
  };
  await writeExport({ ...harness.services, routing } as typeof harness.services, runId);
  expect(await runsOf()).toMatchObject([{ state: "done", rows: 2 }]);
  expect(await notified()).toEqual(["export_ready"]);
  expect((await trail()).filter((action) => action === "export_finished")).toHaveLength(1);
  expect(await count("(select distinct attempt from export_chunks) as attempts")).toBe(1);
});

it("what a killed process left is replaced by the next attempt", async () => {
  const runId = await due();
  await harness.pool.query("update export_runs set state = 'running', attempt = 1 where id = $1", [runId]);
  await harness.pool.query("insert into export_chunks values ($1, 1, 0, 'half of a file')", [runId]);
  respondWith([listedPayment()]);
  await write(runId);
  expect(await runsOf()).toMatchObject([{ state: "done", rows: 1 }]);
  const text = await (await downloadExport(ctx, { runId }))?.text();
  expect(text).not.toContain("half of a file");
  expect(await notified()).toEqual(["export_ready"]);
});

it("no file is complete when its end cannot be written down (failure 38)", async () => {
  const runId = await due();
  const repair = await harness.breakAudit(["export_begun"]);
  respondWith([listedPayment()]);
  await write(runId);
  expect(await runsOf()).toMatchObject([{ state: "running" }]);
  expect(await notified()).toEqual([]);
  await repair();
  respondWith([listedPayment()]);
  await write(runId);
  expect(await runsOf()).toMatchObject([{ state: "done" }]);
});

it.each([
  ["whose role no longer exports", () => setRole("support"), "role"],
  [
    "whose account is closed",
    () => harness.pool.query("update people set deactivated_at = now() where id = $1", [ctx.actor.userId]),
    "closed",
  ],
] as const)("does not run for a person %s, says why, and pauses", async (_who, change, why) => {
  const runId = await due();
  await change();
  await write(runId);
  expect(await runsOf()).toMatchObject([{ state: "failed", why, expiresAt: null }]);
  expect(await schedule()).toMatchObject({ paused: why });
  expect(harness.service.calls.filter(({ path }) => path === SEARCH)).toEqual([]);
  expect((await harness.audit()).at(-1)).toMatchObject({ action: "export_broken", detail: { why } });
  expect(await notified()).toEqual(["export_failed"]);
  expect(await count("export_chunks")).toBe(0);
});

it("a role that is lowered while the file is written gets none", async () => {
  const runId = await due();
  const routing = {
    ...harness.services.routing,
    ops: async (...call: Parameters<typeof harness.services.routing.ops>) => {
      await setRole("support");
      return harness.services.routing.ops(...call);
    },
  };
  respondWith([listedPayment()]);
  await writeExport({ ...harness.services, routing } as typeof harness.services, runId);
  expect(await runsOf()).toMatchObject([{ state: "failed", why: "role" }]);
  expect(await count("export_chunks")).toBe(0);
});

it("waits for a service that is away, and gives up after eight attempts, in words", async () => {
  const runId = await due();
  await harness.pool.query("update export_runs set attempt = 6 where id = $1", [runId]);
  const { routing } = harness.services;
  const away = {
    ...harness.services,
    routing: { ...routing, ops: () => Promise.resolve({ kind: "not_sent" }) },
  };
  const quick = away as unknown as typeof harness.services;
  expect(await writeExport(quick, runId)).toBeGreaterThan(1_000);
  expect(await runsOf()).toMatchObject([{ state: "running" }]);
  await writeExport(quick, runId);
  expect(await runsOf()).toMatchObject([{ state: "failed", why: "unavailable" }]);
  expect(await schedule()).toMatchObject({ paused: null });
}, 60_000);

it("gives up when eight attempts were lost with their process", async () => {
  const runId = await due();
  await harness.pool.query("update export_runs set state = 'running', attempt = 8 where id = $1", [runId]);
  respondWith([listedPayment()]);
  await write(runId);
  expect(await runsOf()).toMatchObject([{ state: "failed", why: "failed" }]);
  expect(await notified()).toEqual(["export_failed"]);
  expect(harness.service.calls.filter(({ path }) => path === SEARCH)).toEqual([]);
});

it("only its owner downloads it, and only while they may export and the file is kept", async () => {
  const runId = await due();
  respondWith([listedPayment()]);
  await write(runId);
  expect(await downloadExport(await harness.ctxOf("admin"), { runId })).toBeNull();
  expect(await downloadExport(ctx, { runId: "no id" })).toBeNull();
  const lowered = { ...ctx, actor: { ...ctx.actor, role: "support" as const } };
  await expect(downloadExport(lowered, { runId })).rejects.toBeInstanceOf(ForbiddenError);

  harness.clock.advance(7 * DAY_MS - 60_000);
  await cleanUp(harness.services);
  expect(await count("export_chunks")).toBe(1);
  harness.clock.advance(2 * 60_000);
  expect(await downloadExport(ctx, { runId })).toBeNull();
  expect(await runsOf()).toMatchObject([{ state: "done", expiresAt: null }]);
  await cleanUp(harness.services);
  expect(await count("export_chunks")).toBe(0);
  expect(await runsOf()).toHaveLength(1);
  harness.clock.advance(90 * DAY_MS);
  await cleanUp(harness.services);
  expect(await runsOf()).toEqual([]);
});

it("needs the permission to see the list too, when it is made, written and downloaded", async () => {
  const runId = await due();
  respondWith([listedPayment()]);
  await write(runId);
  const next = await due();
  const roleId = await ownRole(["export_records", "view_refunds"]);
  const role = composed(["export_records", "view_refunds"], { id: roleId });
  const blind = { ...ctx, actor: { ...ctx.actor, role } };
  await expect(downloadExport(blind, { runId })).rejects.toBeInstanceOf(ForbiddenError);
  expect(await createSchedule(blind, { list: "payments", query: "", form: SCHEDULE_FORM })).toEqual({
    kind: "forbidden",
  });
  expect((await createSchedule(blind, { list: "refunds", query: "", form: SCHEDULE_FORM })).kind).toBe(
    "created",
  );
  await write(next);
  const { rows } = await harness.pool.query("select state, why from export_runs where id = $1", [next]);
  expect(rows).toEqual([{ state: "failed", why: "role" }]);
});
