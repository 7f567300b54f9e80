import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { AuditAction, AuditSubject } from "../store";
import { recordAudit } from "../store";
import type { Ctx } from "../../context";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { cleanUp } from "../../jobs/clean-up";
import { endInterruptedActions } from "./end-interrupted-actions";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let harness: Harness;
let admin: Ctx;
beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  admin = await harness.ctxOf("admin");
});
afterAll(() => harness.stop());

type Written = { ageMs: number; requestId?: string; detail?: Parameters<typeof recordAudit>[1]["detail"] };
const write = (
  action: AuditAction,
  subject: AuditSubject,
  { ageMs, requestId = "r1", detail = {} }: Written,
): Promise<void> =>
  recordAudit(harness.pool, {
    at: new Date(harness.clock.now().getTime() - ageMs),
    actor: admin.actor,
    action,
    subject,
    detail,
    requestId,
  });
const endings = async (): Promise<unknown[]> => {
  const { rows } = await harness.pool.query<Record<string, unknown>>(
    `select action, subject_id as subject, request_id as request, actor_email as actor, detail ->> 'why' as why
     from audit_log where detail ->> 'why' = 'interrupted' order by position`,
  );
  return rows;
};
const RULES: AuditSubject = { kind: "rules", id: "rules" };
const creation = (id: string): AuditSubject => ({ kind: "payment_creation", id });
const file = (id: string): AuditSubject => ({ kind: "export", id });

test("an action that a stop interrupted is recorded as of unknown outcome, once", async () => {
  await write("rules_save_requested", RULES, { ageMs: 20 * MINUTE_MS, requestId: "stopped" });
  await write("payment_create_requested", creation("p1"), { ageMs: 20 * MINUTE_MS, requestId: "r2" });
  await Promise.all([cleanUp(admin), cleanUp(admin)]);
  await cleanUp(admin);
  expect(await endings()).toEqual([
    {
      action: "rules_save_unknown",
      subject: "rules",
      request: "stopped",
      actor: "system",
      why: "interrupted",
    },
    { action: "payment_create_unknown", subject: "p1", request: "r2", actor: "system", why: "interrupted" },
  ]);
});

test("what may be running, what has ended, and what a job ends are left alone", async () => {
  await write("rules_save_requested", RULES, { ageMs: 5 * MINUTE_MS, requestId: "running" });
  await write("key_revoke_requested", { kind: "api_key", id: "k" }, { ageMs: 30 * MINUTE_MS });
  await write("key_revoke_refused", { kind: "api_key", id: "k" }, { ageMs: 30 * MINUTE_MS });
  // A person sends the form again after a lost response.
  await write("payment_create_requested", creation("p"), { ageMs: 40 * MINUTE_MS, requestId: "first" });
  await write("payment_create_requested", creation("p"), { ageMs: 39 * MINUTE_MS, requestId: "second" });
  await write("payment_created", creation("p"), { ageMs: 39 * MINUTE_MS, requestId: "second" });
  await write("refund_requested", { kind: "refund_intent", id: "i" }, { ageMs: HOUR_MS });
  await endInterruptedActions(admin);
  expect(await endings()).toEqual([]);
});

test("the outcome of another request about the same subject is none of this one", async () => {
  await write("rules_save_requested", RULES, { ageMs: 30 * MINUTE_MS, requestId: "first" });
  await write("rules_save_requested", RULES, { ageMs: 29 * MINUTE_MS, requestId: "second" });
  await write("rules_save_done", RULES, { ageMs: 29 * MINUTE_MS, requestId: "second" });
  await endInterruptedActions(admin);
  expect(await endings()).toMatchObject([{ action: "rules_save_unknown", request: "first" }]);
});

test("a download is broken a day after its beginning; a scheduled file has a job of its own", async () => {
  await write("export_begun", file("slow"), { ageMs: 23 * HOUR_MS });
  await write("export_begun", file("lost"), { ageMs: 25 * HOUR_MS });
  await write("export_begun", file("scheduled"), { ageMs: 25 * HOUR_MS, detail: { schedule: "s" } });
  await endInterruptedActions(admin);
  expect(await endings()).toMatchObject([{ action: "export_broken", subject: "lost" }]);
});
