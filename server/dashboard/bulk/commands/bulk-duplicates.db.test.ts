import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RefundRecord } from "@/lib/contract/responses";
import type { Ctx } from "../../context";
import { trackRefund } from "../../refunds/jobs/track-refund";
import { findBulkRun } from "../queries/find-bulk-run";
import { listBulkRows } from "../queries/list-bulk-rows";
import { checkRefundNow } from "../../refunds/queries/find-refund";
import { askFor, setRule } from "@/tools/testing/dashboard/approvals";
import { BulkDriver, BUSY, subjectsOf } from "@/tools/testing/dashboard/bulk";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { refundInput } from "@/tools/testing/dashboard/refund-input";
import { refundSeparately, refundUncompared } from "@/tools/testing/dashboard/separate-refund";
import { returnManually } from "@/tools/testing/dashboard/manual-refund";
import { approveRequest } from "../../approvals/commands/approve-request";
import { bulkApprovalDecided } from "../jobs/bulk-approval-decided";
import { confirmBulkRow } from "./confirm-bulk-row";
import { pauseBulkRun } from "./pause-bulk-run";
import { resumeBulkRun } from "./resume-bulk-run";
import { requestRefund } from "../../refunds/commands/request-refund";

let harness: Harness;
let driver: BulkDriver;
let ctx: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  driver = new BulkDriver(harness);
  ctx = await harness.ctxOf("finance");
});
afterAll(() => harness.stop());

const pay = (amount = "500.00", reference = "PAY") =>
  harness.service.addPayment({ merchant_transaction_id: reference, transaction_amount: amount });

const run = (runId: string): Promise<void> => driver.send(ctx, runId);

/** A run with one row of 100.00 that was started and sent. */
const earlierRun = (file = "PAY,100.00,a"): Promise<string> => driver.sendRefunds(ctx, file);

describe("rows of one file", () => {
  it("that name one payment by its reference and by its id are one refund", async () => {
    const payment = pay();
    const file = `PAY,100.00,a,\nPAY,100.00,a,${payment.transaction_id}`;
    const runId = await driver.prepare(ctx, "refund", file);
    expect(await driver.rows(ctx, runId)).toMatchObject([
      { state: "ready" },
      { state: "problem", faults: [{ kind: "same_as_line", line: 1 }] },
    ]);
    await run(runId);
    expect(harness.service.refundedPaise(payment.transaction_id)).toBe(10_000n);
  });

  it("are the same refund whatever the amount's form and the reason's case and spaces", async () => {
    const { transaction_id: id } = pay();
    const rows = ["PAY,100.00,Too late,", `PAY,100,TOO  LATE ,${id}`, `PAY,100.0, too late,${id}`];
    const runId = await driver.prepare(ctx, "refund", rows.join("\n"));
    expect(await driver.states(ctx, runId)).toEqual(["ready", "problem", "problem"]);
  });

  it("with another reason wait for a person, row by row", async () => {
    const payment = pay();
    const runId = await driver.prepare(ctx, "refund", "PAY,100.00,a\nPAY,100.00,b\nPAY,100.00,c\nPAY,7.00,d");
    const rows = await driver.rows(ctx, runId);
    const likely = { state: "likely_duplicate", faults: [{ kind: "same_payment_as_line", line: 1 }] };
    expect(rows).toMatchObject([{ state: "ready" }, likely, likely, { state: "ready" }]);
    expect((await driver.run(ctx, runId)).totals).toMatchObject([{ currency: "INR", amount: "107.00" }]);

    const input = { runId, rowId: rows[1]?.rowId, isMeant: true, seen: subjectsOf(rows[1]) };
    expect(await confirmBulkRow(ctx, input)).toEqual({ kind: "done" });
    expect(await confirmBulkRow(ctx, input)).toEqual({ kind: "row_changed" });
    // The row that the next click is aimed at has not moved.
    const listed = await listBulkRows(ctx, { runId, state: null, after: 0 });
    expect(listed.rows.map(({ line }) => line)).toEqual([2, 3, 1, 4]);
    expect(await driver.rows(ctx, runId)).toMatchObject([
      { state: "ready", confirmedBy: null },
      { state: "ready", confirmedBy: ctx.actor.name },
      likely,
      { state: "ready" },
    ]);
    await run(runId);
    expect(await driver.states(ctx, runId)).toEqual(["accepted", "accepted", "skipped", "accepted"]);
    expect(harness.service.refundedPaise(payment.transaction_id)).toBe(20_700n);
    expect((await driver.rows(ctx, runId))[1]).toMatchObject({ confirmedBy: ctx.actor.name });
  });

  it("that cancel one payment are one cancel", async () => {
    const { transaction_id: id } = harness.service.addPayment({
      merchant_transaction_id: "OPEN",
      transaction_status: "INITIATED",
    });
    const runId = await driver.prepare(ctx, "cancel", `OPEN,\nOPEN,${id}`);
    expect(await driver.states(ctx, runId)).toEqual(["ready", "problem"]);
  });

  it("that are left out take nothing of the balance, and count as soon as they are confirmed", async () => {
    pay("150.00");
    const runId = await driver.prepare(ctx, "refund", "PAY,50.00,a\nPAY,50.00,b\nPAY,100.00,c");
    expect(await driver.states(ctx, runId)).toEqual(["ready", "likely_duplicate", "ready"]);
    const [, likely] = await driver.rows(ctx, runId);
    const seen = subjectsOf(likely);
    const confirm = (isMeant: boolean) => confirmBulkRow(ctx, { runId, rowId: likely?.rowId, isMeant, seen });
    await confirm(true);
    expect(await driver.rows(ctx, runId)).toMatchObject([
      { state: "ready" },
      { state: "ready" },
      { state: "problem", faults: [{ kind: "exceeds_above", left: "50.00" }] },
    ]);
    await confirm(false);
    expect(await driver.states(ctx, runId)).toEqual(["ready", "likely_duplicate", "ready"]);
  });
});

describe("what was returned without a gateway", () => {
  it("is a likely duplicate of a row with the same amount, until a person confirms the row", async () => {
    const payment = pay();
    const manualRefundId = await returnManually(ctx, payment, "100.00");
    const runId = await driver.prepare(ctx, "refund", "PAY,100.00,a\nPAY,7.00,b");
    const [row] = await driver.rows(ctx, runId);
    expect(row).toMatchObject({
      state: "likely_duplicate",
      faults: [{ kind: "returned_manually", manualRefundId, by: ctx.actor.name }],
    });
    const input = { runId, rowId: row?.rowId, isMeant: true, seen: subjectsOf(row) };
    expect(await confirmBulkRow(ctx, input)).toEqual({ kind: "done" });
    await run(runId);
    expect(await driver.states(ctx, runId)).toEqual(["accepted", "accepted"]);
  });

  it("after the start of a run is not refunded by it once more", async () => {
    const payment = pay();
    const runId = await driver.prepare(ctx, "refund", "PAY,100.00,a\nPAY,7.00,b");
    expect(await driver.start(ctx, runId)).toEqual({ kind: "started" });
    await pauseBulkRun(ctx, { runId });
    await returnManually(ctx, payment, "100.00");
    await resumeBulkRun(ctx, { runId });
    await driver.finish(ctx, runId);
    expect(await driver.rows(ctx, runId)).toMatchObject([
      { state: "not_sent", faults: [{ kind: "returned_manually", by: ctx.actor.name }] },
      { state: "accepted" },
    ]);
    expect(harness.service.refundedPaise(payment.transaction_id)).toBe(700n);
  });
});

describe("what was refunded outside of the run", () => {
  it("the same file in another order and dialect needs each row confirmed", async () => {
    const file = driver.refunds(2);
    const first = await driver.prepare(ctx, "refund", file);
    await run(first);
    const second = await driver.prepare(ctx, "refund", "amount;reference\n10.00;PAY-2\n10;PAY-1");
    const inOther = { kind: "in_other_run", runId: first, by: ctx.actor.name };
    expect(await driver.rows(ctx, second)).toMatchObject([
      { state: "likely_duplicate", faults: [inOther] },
      { state: "likely_duplicate", faults: [inOther] },
    ]);
    expect(await findBulkRun(ctx, second)).toMatchObject({ sameFile: { runId: first, by: ctx.actor.name } });
    expect(await driver.start(ctx, second)).toEqual({ kind: "nothing_ready" });
    expect(await driver.confirmAll(ctx, second)).toBe(2);
    await run(second);
    expect(harness.service.refunds).toHaveLength(4);
    expect(
      (await harness.audit()).find((row) => row.subject_id === second && row.action === "bulk_started"),
    ).toMatchObject({ detail: { rows: 2, confirmed: 2 } });
  });

  it("a file uploaded twice and started twice at once does not run twice", async () => {
    const file = driver.refunds(2);
    const runIds = [await driver.prepare(ctx, "refund", file), await driver.prepare(ctx, "refund", file)];
    const outcomes = await Promise.all(runIds.map((runId) => driver.start(ctx, runId)));
    expect(outcomes.map((outcome) => outcome.kind).sort()).toEqual(["rows_changed", "started"]);
    for (const runId of runIds) await driver.finish(ctx, runId);
    expect(harness.service.refunds).toHaveLength(2);
  });

  it("a single row of an earlier run is noticed among others, by its payment's id too", async () => {
    const file = driver.refunds(3);
    const id = harness.service.payments.get("PAY-2")?.[0]?.transaction_id ?? "";
    await earlierRun(`PAY-2,10.00,other reason,${id}`);
    const runId = await driver.prepare(ctx, "refund", file);
    expect(await driver.states(ctx, runId)).toEqual(["ready", "likely_duplicate", "ready"]);
  });

  it("a single refund made minutes before is noticed, one that failed is not", async () => {
    const [payment, failed] = [pay(), pay("500.00", "FAILED")];
    await requestRefund(ctx, refundInput(payment, { amount: "100.00", reason: "a" }));
    await requestRefund(ctx, refundInput(failed, { amount: "100.00", reason: "a" }));
    await harness.pool.query(
      "update refund_intents set refund_status = 'FAILURE', completed_at = now() where reference = 'FAILED'",
    );
    const runId = await driver.prepare(ctx, "refund", "PAY,100.00,a\nPAY,99.00,a\nFAILED,100.00,a");
    expect(await driver.rows(ctx, runId)).toMatchObject([
      { state: "likely_duplicate", faults: [{ kind: "refunded_before", by: ctx.actor.name }] },
      { state: "ready" },
      { state: "ready" },
    ]);
  });

  it("a single refund that waits for approval is noticed", async () => {
    await setRule(harness, "50.00");
    const approvalId = await askFor(ctx, pay(), "100.00");
    const runId = await driver.prepare(ctx, "refund", "PAY,100.00,a");
    expect(await driver.rows(ctx, runId)).toMatchObject([
      { state: "likely_duplicate", faults: [{ kind: "request_waits", approvalId }] },
    ]);
  });

  it("a single refund made while the run waits for its turn keeps the row from being sent", async () => {
    const payment = pay();
    const runId = await driver.prepare(ctx, "refund", "PAY,100.00,a\nPAY,7.00,b");
    await driver.start(ctx, runId);
    await refundUncompared(harness, ctx, refundInput(payment, { amount: "100.00", reason: "another" }));
    await driver.finish(ctx, runId);
    expect(await driver.rows(ctx, runId)).toMatchObject([
      { state: "not_sent", faults: [{ kind: "refunded_before", by: ctx.actor.name }] },
      { state: "accepted" },
    ]);
    expect(harness.service.refundedPaise(payment.transaction_id)).toBe(10_700n);
  });
});

describe("a refund that failed and was paid later", () => {
  async function fail(): Promise<RefundRecord> {
    const refund = harness.service.refunds.at(-1);
    if (refund === undefined) throw new Error("no refund");
    const at = harness.clock.now().toISOString();
    Object.assign(refund, { refund_status: "FAILURE", refund_completed_at: at });
    harness.clock.advance(60_000);
    const { serviceAddress } = ctx.routing;
    await trackRefund(harness.services, { serviceAddress, refundId: refund.refund_id });
    return refund;
  }

  const payLate = (refund: RefundRecord) =>
    Object.assign(refund, { refund_succeeded_late_at: harness.clock.now().toISOString() });

  it("is a likely duplicate when its row is uploaded again, and its row says that it was refunded", async () => {
    pay();
    const first = await earlierRun();
    const refund = await fail();
    expect(await driver.states(ctx, first)).toEqual(["failed"]);
    payLate(refund);
    const again = await driver.prepare(ctx, "refund", "PAY,100.00,a");
    expect(await driver.rows(ctx, again)).toMatchObject([
      { state: "likely_duplicate", faults: [{ kind: "in_other_run", runId: first }] },
    ]);
    expect(await driver.rows(ctx, first)).toMatchObject([{ state: "done", refundStatus: "FAILURE" }]);
    await driver.confirmAll(ctx, again);
    await run(again);
    expect(await driver.states(ctx, again)).toEqual(["accepted"]);
  });

  it("is a likely duplicate although it was made outside of runs", async () => {
    await requestRefund(ctx, refundInput(pay(), { amount: "100.00", reason: "a" }));
    payLate(await fail());
    const runId = await driver.prepare(ctx, "refund", "PAY,100.00,a\nPAY,99.00,a");
    const late = { kind: "refunded_before", paidLate: { amount: "100.00", currency: "INR" } };
    expect(await driver.rows(ctx, runId)).toMatchObject([
      { state: "likely_duplicate", faults: [late] },
      { state: "likely_duplicate", faults: [late] },
    ]);
  });

  it("keeps the check waiting while the service does not say whether it was paid", async () => {
    pay();
    await earlierRun();
    payLate(await fail());
    const before = harness.service.callsOf("/v1/ops/refunds/search").length;
    harness.service.next("/v1/ops/refunds/search", BUSY);
    const again = await driver.prepare(ctx, "refund", "PAY,100.00,a");
    expect(harness.service.callsOf("/v1/ops/refunds/search")).toHaveLength(before + 2);
    expect(await driver.states(ctx, again)).toEqual(["likely_duplicate"]);
  });

  it.each([false, true])(
    "found after the start, keeps a row from being sent (confirmed: %s)",
    async (isConfirmed) => {
      const payment = pay();
      await requestRefund(ctx, refundInput(payment, { amount: "100.00", reason: "a" }));
      const refund = await fail();
      if (isConfirmed) await earlierRun("PAY,100.00,b");
      const runId = await driver.prepare(ctx, "refund", "PAY,100.00,c");
      await driver.confirmAll(ctx, runId);
      expect(await driver.start(ctx, runId)).toEqual({ kind: "started" });
      harness.clock.advance(60_000);
      payLate(refund);
      await checkRefundNow(ctx, refund.refund_id);
      await driver.finish(ctx, runId);
      expect(await driver.rows(ctx, runId)).toMatchObject([
        { state: "not_sent", faults: [{ kind: "refunded_before", refundId: refund.refund_id }] },
      ]);
    },
  );

  const begun = {
    "its start": async (runId: string) => {
      await driver.start(ctx, runId);
    },
    "a pause": async (runId: string) => {
      await driver.start(ctx, runId);
      await pauseBulkRun(ctx, { runId });
      await resumeBulkRun(ctx, { runId });
    },
    "its approval": async (runId: string) => {
      await setRule(harness, "50.00");
      expect(await driver.start(ctx, runId, true)).toEqual({ kind: "awaits_approval" });
      const approvalId = (await findBulkRun(ctx, runId))?.approval?.approvalId ?? "";
      await approveRequest(await harness.ctxOf("admin"), { approvalId, note: "" });
      await bulkApprovalDecided(harness.services, runId);
    },
  };
  it.each(
    (["its start", "a pause", "its approval"] as const).flatMap((after) =>
      ["100.00", "99.00"].map((amount) => [after, amount] as const),
    ),
  )("after %s, as the service alone knows, keeps a row of %s from being sent", async (after, amount) => {
    const payment = pay();
    await requestRefund(ctx, refundInput(payment, { amount: "100.00", reason: "a" }));
    const refund = await fail();
    const runId = await driver.prepare(ctx, "refund", `PAY,${amount},b`);
    expect(await driver.states(ctx, runId)).toEqual(["ready"]);
    await begun[after](runId);
    payLate(refund);
    await driver.finish(ctx, runId);
    expect(await driver.rows(ctx, runId)).toMatchObject([
      {
        state: "not_sent",
        faults: [
          {
            kind: "refunded_before",
            refundId: refund.refund_id,
            paidLate: { amount: "100.00", currency: "INR" },
          },
        ],
      },
    ]);
    expect(driver.sent()).toBe(1);
  });

  it("between the check and the start keeps the run waiting while the service does not say so", async () => {
    const payment = pay();
    await requestRefund(ctx, refundInput(payment, { amount: "100.00", reason: "a" }));
    await fail();
    const runId = await driver.prepare(ctx, "refund", "PAY,100.00,b");
    harness.service.next("/v1/ops/refunds/search", BUSY);
    await driver.start(ctx, runId);
    await driver.turn(runId);
    expect([driver.sent(), await driver.states(ctx, runId)]).toEqual([1, ["ready"]]);
    await driver.finish(ctx, runId);
    expect([driver.sent(), await driver.states(ctx, runId)]).toEqual([2, ["accepted"]]);
  });
});

describe("a confirmation of a row", () => {
  it("covers every refund that was shown, and none that was not, whatever the clocks say", async () => {
    const payment = pay();
    const ids: string[] = [];
    for (const reason of ["a", "b"]) {
      const input = refundInput(payment, { amount: "100.00", reason });
      const outcome = await refundSeparately(ctx, input);
      ids.push("intentId" in outcome ? outcome.intentId : "");
    }
    const runId = await driver.prepare(ctx, "refund", "PAY,100.00,c");
    const [row] = await driver.rows(ctx, runId);
    expect(row?.faults).toMatchObject([
      { kind: "refunded_before", intentId: ids[1] },
      { kind: "refunded_before", intentId: ids[0] },
    ]);
    await driver.confirmAll(ctx, runId);
    expect(await driver.start(ctx, runId)).toEqual({ kind: "started" });
    // A process whose clock is five minutes behind refunds once more after the confirmation, and before it by its clock.
    const at = harness.clock.now().getTime() - 5 * 60_000;
    const behind = { ...ctx, clock: { now: () => new Date(at) } };
    await refundUncompared(harness, behind, refundInput(payment, { amount: "100.00", reason: "d" }));
    await driver.finish(ctx, runId);
    const [sent] = await driver.rows(ctx, runId);
    expect(sent).toMatchObject({ state: "not_sent", faults: [{ kind: "refunded_before" }] });
    expect(ids).not.toContain(sent?.faults[0]?.kind === "refunded_before" && sent.faults[0].intentId);
    expect(harness.service.refundedPaise(payment.transaction_id)).toBe(30_000n);
  });

  it("covers the rows of other runs that were shown, sent or not, and no other row of these runs", async () => {
    const payment = pay();
    const sent = await earlierRun("PAY,100.00,a");
    const waiting = await driver.prepare(ctx, "refund", "PAY,100.00,b");
    await driver.confirmAll(ctx, waiting);
    await driver.start(ctx, waiting);
    const runId = await driver.prepare(ctx, "refund", "PAY,100.00,c");
    const [first] = await driver.rows(ctx, sent);
    const [second] = await driver.rows(ctx, waiting);
    expect((await driver.rows(ctx, runId))[0]?.faults).toMatchObject([
      { kind: "in_other_run", runId: waiting, rowId: second?.rowId },
      { kind: "in_other_run", runId: sent, rowId: first?.rowId },
    ]);
    await driver.confirmAll(ctx, runId);
    await driver.start(ctx, runId);
    await driver.finish(ctx, waiting);
    await driver.finish(ctx, runId);
    expect([await driver.states(ctx, waiting), await driver.states(ctx, runId)]).toEqual([
      ["accepted"],
      ["accepted"],
    ]);
    expect(harness.service.refundedPaise(payment.transaction_id)).toBe(30_000n);
  });
});
