import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { AmountLimits } from "@/lib/can";
import type { Ctx } from "../../context";
import { changeRole } from "../../people/commands/change-role";
import { requestRefund } from "../../refunds/commands/request-refund";
import { BulkDriver } from "@/tools/testing/dashboard/bulk";
import { composed } from "@/tools/testing/dashboard/composed-role";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { refundInput } from "@/tools/testing/dashboard/refund-input";
import { confirmBulkRow } from "./confirm-bulk-row";
import { pauseBulkRun } from "./pause-bulk-run";
import { resumeBulkRun } from "./resume-bulk-run";

let harness: Harness;
let driver: BulkDriver;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  driver = new BulkDriver(harness);
});
afterAll(() => harness.stop());

const desk = (refundLimits: AmountLimits) =>
  composed(["run_bulk", "refund_payment", "view_refunds"], { refundLimits });
const above = (left: string, by: Ctx) => ({
  state: "problem",
  faults: [{ kind: "above_limit", left, currency: "INR", by: by.actor.name }],
});
const READY = { state: "ready", faults: [] };

it("the check says which rows are above the limit of the person's role, with the rows above and their earlier refunds", async () => {
  const clerk = await harness.ctxOf(desk({ INR: "10000" }));
  const [, second] = ["A", "B", "C"].map((merchant_transaction_id) =>
    harness.service.addPayment({ merchant_transaction_id }),
  );
  if (second === undefined) throw new Error("no payment");
  for (const [person, amount] of [
    [clerk, "60.00"] as const,
    [await harness.ctxOf("finance"), "50.00"] as const,
  ])
    expect((await requestRefund(person, refundInput(second, { amount }))).kind).toBe("accepted");
  const before = harness.service.callsOf("refund_initiate").length;
  const lines = ["A,100.01,x", "A,100.00,x", "B,40.01,x", "B,40.00,x", "C,70.00,x", "C,30.01,x", "C,30.00,x"];
  const runId = await driver.prepare(clerk, "refund", ["reference,amount,reason", ...lines].join("\n"));
  expect(await driver.rows(clerk, runId)).toMatchObject([
    above("100.00", clerk),
    READY,
    above("40.00", clerk),
    READY,
    READY,
    above("30.00", clerk),
    READY,
  ]);
  expect(harness.service.callsOf("refund_initiate").length).toBe(before);
  await driver.send(clerk, runId);
  expect(await driver.run(clerk, runId)).toMatchObject({ counts: { accepted: 4, skipped: 3, not_sent: 0 } });
});

it("nothing is allowed in a currency without an amount", async () => {
  const clerk = await harness.ctxOf(desk({ USD: "10000" }));
  const runId = await driver.prepare(clerk, "refund", driver.refunds(1));
  expect(await driver.rows(clerk, runId)).toMatchObject([above("0.00", clerk)]);
});

it("a run that somebody else made is compared with the role of who starts it, before anything is sent", async () => {
  const clerk = await harness.ctxOf(desk({ INR: "100" }));
  const finance = await harness.ctxOf("finance");
  harness.service.addPayment({ merchant_transaction_id: "A" });
  harness.service.addPayment({ merchant_transaction_id: "B" });
  const runId = await driver.prepare(finance, "refund", "reference,amount\nA,1.00\nB,1.01\n");
  expect(await driver.rows(finance, runId)).toMatchObject([READY, READY]);
  expect(await driver.start(clerk, runId)).toEqual({ kind: "rows_changed", rows: 1 });
  expect(await driver.rows(clerk, runId)).toMatchObject([READY, above("1.00", clerk)]);
  // And the other way round: a colleague who can refund more takes it over.
  expect(await driver.start(finance, runId)).toEqual({ kind: "rows_changed", rows: 1 });
  expect(await driver.rows(finance, runId)).toMatchObject([READY, READY]);
  expect(driver.sent()).toBe(0);
  await driver.send(finance, runId);
  expect(driver.sent()).toBe(2);
});

it("a limit that is lowered after the check holds at the start", async () => {
  const role = desk({ INR: "10000" });
  const clerk = await harness.ctxOf(role);
  harness.service.addPayment({ merchant_transaction_id: "A" });
  const runId = await driver.prepare(clerk, "refund", "reference,amount\nA,100.00\n");
  await harness.pool.query(`update roles set refund_limits = '{"INR": "100"}' where id = $1`, [role.id]);
  expect(await driver.start(clerk, runId)).toEqual({ kind: "rows_changed", rows: 1 });
  expect(await driver.rows(clerk, runId)).toMatchObject([above("1.00", clerk)]);
  expect(await driver.start(clerk, runId)).toEqual({ kind: "nothing_ready" });
});

it("a person who may not refund any more starts and resumes nothing", async () => {
  const finance = await harness.ctxOf("finance");
  for (const merchant_transaction_id of ["A", "B"]) harness.service.addPayment({ merchant_transaction_id });
  const [runId, paused] = [
    await driver.prepare(finance, "refund", "reference,amount\nA,1.00\n"),
    await driver.prepare(finance, "refund", "reference,amount\nB,1.00\n"),
  ];
  expect(await driver.start(finance, paused)).toEqual({ kind: "started" });
  expect(await pauseBulkRun(finance, { runId: paused })).toEqual({ kind: "done" });
  const change = { personId: finance.actor.userId, role: "support" };
  expect(await changeRole(await harness.ctxOf("admin"), change)).toEqual({ kind: "done" });
  expect(await driver.start(finance, runId)).toEqual({ kind: "forbidden" });
  expect(await driver.run(finance, runId)).toMatchObject({ state: "checked" });
  const resume = { runId: paused, isApprovalExpected: false };
  expect(await resumeBulkRun(finance, resume)).toEqual({ kind: "forbidden" });
  expect(await driver.run(finance, paused)).toMatchObject({ state: "paused" });
  expect(driver.sent()).toBe(0);
});

it("a likely duplicate that a person confirms counts towards the limit", async () => {
  const clerk = await harness.ctxOf(desk({ INR: "10000" }));
  harness.service.addPayment({ merchant_transaction_id: "A" });
  const runId = await driver.prepare(
    clerk,
    "refund",
    "reference,amount,reason\nA,40.00,x\nA,40.00,y\nA,30.00,x\n",
  );
  const rows = await driver.rows(clerk, runId);
  expect(rows).toMatchObject([READY, { state: "likely_duplicate" }, READY]);
  const rowId = rows[1]?.rowId ?? "";
  const seen = ["same_payment_as_line 2"];
  expect(await confirmBulkRow(clerk, { runId, rowId, isMeant: true, seen })).toEqual({ kind: "done" });
  expect(await driver.rows(clerk, runId)).toMatchObject([READY, { state: "ready" }, above("20.00", clerk)]);
});
