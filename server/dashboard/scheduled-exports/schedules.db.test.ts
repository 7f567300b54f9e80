import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Ctx } from "../context";
import {
  waitingExports,
  runsOf as runsOfPerson,
  SCHEDULE_FORM,
  scheduled as scheduledBy,
} from "@/tools/testing/dashboard/export-schedules";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { changeSchedule } from "./commands/change-schedule";
import { createSchedule } from "./commands/create-schedule";
import { startExport } from "./jobs/start-export";
import { listScheduledExports } from "./queries/list-schedules";

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

const scheduled = (more?: Partial<typeof SCHEDULE_FORM>, query?: string) => scheduledBy(ctx, more, query);
const runsOf = () => runsOfPerson(ctx);
const waiting = () => waitingExports(harness);
const schedule = async () => (await listScheduledExports(ctx))[0];
const start = (scheduleId: string) => startExport(harness.services, scheduleId);

async function count(sql: string): Promise<number> {
  const { rows } = await harness.pool.query<{ count: number }>(`select count(*)::int as count from ${sql}`);
  return rows[0]?.count ?? -1;
}
const trail = async (): Promise<string[]> => (await harness.audit()).map(({ action }) => action);

it("is stored with its next slot in its own time zone, a job and an audit entry", async () => {
  await scheduled({}, "status=FAILURE&scheme=VISA&bank=hdfc&currency=INR&cursor=x&evil=1");
  expect(await listScheduledExports(ctx)).toMatchObject([
    {
      name: "Every morning",
      query: "status=FAILURE&scheme=VISA&bank=HDFC&currency=INR",
      nextAt: "2026-11-21T09:30:00.000Z",
      paused: null,
      runs: [],
    },
  ]);
  expect(await waiting()).toEqual(["start-scheduled-export"]);
  expect(await trail()).toEqual(["export_scheduled"]);
});

it.each([
  [{ name: " " }, { name: "blank" }],
  [{ name: "x".repeat(61) }, { name: "too_long" }],
  [{ format: "pdf" }, { format: "unknown" }],
  [{ frequency: "hourly" }, { frequency: "unknown" }],
  [{ frequency: "weekly", weekday: "8" }, { weekday: "unknown" }],
  [{ frequency: "monthly", monthDay: "0" }, { monthDay: "unknown" }],
  [{ time: "24:00" }, { time: "unknown" }],
  [{ timeZone: "IST" }, { timeZone: "unknown" }],
])("refuses %j", async (more, faults) => {
  const outcome = await createSchedule(ctx, {
    list: "payments",
    query: "",
    form: { ...SCHEDULE_FORM, ...more },
  });
  expect(outcome).toEqual({ kind: "invalid", faults });
});

it.each([
  ["payments", `customer=${randomUUID()}`, "contact"],
  ["payments", "status=WRONG", "unknown"],
  ["refunds", "view=elsewhere", "unknown"],
  ["people", "", "unknown"],
])("refuses the filter of %s?%s", async (list, query, fault) => {
  expect(await createSchedule(ctx, { list, query, form: SCHEDULE_FORM })).toEqual({
    kind: "invalid",
    faults: { filter: fault },
  });
});

it("is for those who export, and a person has at most 20", async () => {
  const support = await harness.ctxOf("support");
  expect(await createSchedule(support, { list: "payments", query: "", form: SCHEDULE_FORM })).toEqual({
    kind: "forbidden",
  });
  for (let index = 0; index < 20; index += 1) await scheduled();
  expect(await createSchedule(ctx, { list: "payments", query: "", form: SCHEDULE_FORM })).toEqual({
    kind: "too_many",
    max: 20,
  });
});

it("nothing starts before the slot; then two processes start one run, and the next slot is due", async () => {
  const scheduleId = await scheduled();
  await start(scheduleId);
  expect(await runsOf()).toEqual([]);
  harness.clock.advance(60 * 60_000);
  const services = [harness.services, harness.connect(), harness.connect()];
  await Promise.all(services.map((each) => startExport(each, scheduleId)));
  expect(await runsOf()).toMatchObject([
    { at: "2026-11-21T09:30:00.000Z", isExtra: false, state: "waiting" },
  ]);
  expect(await schedule()).toMatchObject({ nextAt: "2026-11-22T09:30:00.000Z" });
  expect(await waiting()).toEqual(["start-scheduled-export", "write-scheduled-export"]);
});

it("a job that runs again after its transaction was lost finds the slot unstarted, and starts it once", async () => {
  const scheduleId = await scheduled();
  harness.clock.advance(60 * 60_000);
  await harness.pool.query(
    "alter table export_schedules add constraint dies check (next_at < '2026-11-22') not valid",
  );
  await expect(start(scheduleId)).rejects.toThrow();
  expect(await runsOf()).toEqual([]);
  await harness.pool.query("alter table export_schedules drop constraint dies");
  await start(scheduleId);
  await start(scheduleId);
  expect(await runsOf()).toHaveLength(1);
});

it("slots that passed while nothing ran get a run each, those of more than a month ago excepted", async () => {
  const scheduleId = await scheduled();
  harness.clock.advance(2 * DAY_MS);
  for (let job = 0; job < 4; job += 1) await start(scheduleId);
  expect(await runsOf()).toHaveLength(2);
  expect(await schedule()).toMatchObject({ nextAt: "2026-11-23T09:30:00.000Z" });
  harness.clock.advance(400 * DAY_MS);
  for (let job = 0; job < 40; job += 1) await start(scheduleId);
  expect(await count("export_runs")).toBeLessThanOrEqual(2 + 1 + 31);
});

it("is paused, resumed, run at once and deleted by its owner alone, with a trace", async () => {
  const scheduleId = await scheduled();
  const change = (by: Ctx, what: string) => changeSchedule(by, { scheduleId, change: what });
  const other = await harness.ctxOf("admin");
  for (const what of ["pause", "resume", "run", "delete"])
    expect(await change(other, what)).toEqual({ kind: "not_found" });
  expect(await change(ctx, "explode")).toEqual({ kind: "not_found" });

  expect(await change(ctx, "pause")).toEqual({ kind: "done" });
  harness.clock.advance(DAY_MS);
  await start(scheduleId);
  expect(await runsOf()).toEqual([]);
  expect(await change(ctx, "resume")).toEqual({ kind: "done" });
  expect(await schedule()).toMatchObject({ nextAt: "2026-11-22T09:30:00.000Z", paused: null });
  expect(await change(ctx, "run")).toEqual({ kind: "done" });
  expect(await change(ctx, "run")).toEqual({ kind: "running" });
  expect(await runsOf()).toMatchObject([{ isExtra: true, state: "waiting" }]);

  const lowered = { ...ctx, actor: { ...ctx.actor, role: "support" as const } };
  expect(await change(lowered, "run")).toEqual({ kind: "forbidden" });
  expect(await change(lowered, "delete")).toEqual({ kind: "done" });
  expect(await listScheduledExports(ctx)).toEqual([]);
  expect(await count("export_runs")).toBe(0);
  expect((await trail()).filter((action) => action.startsWith("export_schedule"))).toEqual([
    "export_scheduled",
    "export_schedule_paused",
    "export_schedule_resumed",
    "export_schedule_deleted",
  ]);
});
