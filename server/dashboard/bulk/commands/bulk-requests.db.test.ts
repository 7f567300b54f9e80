import { beforeEach, describe, expect, it } from "vitest";
import type { TransactionRecord } from "@/lib/contract/responses";
import { approveRequest } from "../../approvals/commands/approve-request";
import { findApproval } from "../../approvals/queries/find-approval";
import type { Ctx } from "../../context";
import { askQuestion } from "../../requests/commands/ask-question";
import { changeRequestAmount } from "../../requests/commands/change-request-amount";
import { declineRequest } from "../../requests/commands/decline-request";
import { setRequestsReserve } from "../../requests/commands/set-requests-reserve";
import { withdrawRequest } from "../../requests/commands/withdraw-request";
import { requestRefund } from "../../refunds/commands/request-refund";
import { setRule } from "@/tools/testing/dashboard/approvals";
import { BUSY, BulkDriver, subjectsOf } from "@/tools/testing/dashboard/bulk";
import { dieBefore } from "@/tools/testing/dashboard/dying-pool";
import type { Harness } from "@/tools/testing/dashboard/harness";
import { requestPart, withRefundRequests } from "@/tools/testing/dashboard/refund-request";
import { queue } from "@/tools/testing/dashboard/work";
import { bulkApprovalDecided } from "../jobs/bulk-approval-decided";
import { findBulkRun } from "../queries/find-bulk-run";
import { reviewBulkRun } from "../queries/review-bulk-run";
import { confirmBulkRow } from "./confirm-bulk-row";
import { fulfilBulkRequests } from "./fulfil-bulk-requests";
import { pauseBulkRun } from "./pause-bulk-run";
import { resumeBulkRun } from "./resume-bulk-run";
import { startBulkRun } from "./start-bulk-run";

const { current, made, seen, statusOf, sent, acceptAsSeen } = withRefundRequests();
let harness: Harness;
let driver: BulkDriver;
let support: Ctx;
let finance: Ctx;
let admin: Ctx;
let requestId: string;
let other: TransactionRecord;

beforeEach(async () => {
  ({ harness, support, finance } = current());
  admin = await harness.ctxOf("admin");
  driver = new BulkDriver(harness);
  requestId = await made();
});

const upload = (text = "ORD-1,120.25,a") => driver.prepare(finance, "refund", text);

/** Answers for a row as its page would, opened now. */
async function response(runId: string, fulfils: boolean, { line = 1, ctx = finance, isMeant = true } = {}) {
  const row = (await driver.rows(finance, runId)).find((one) => one.line === line);
  if (row === undefined) throw new Error("no such line");
  return confirmBulkRow(ctx, { runId, rowId: row.rowId, isMeant, fulfils, seen: subjectsOf(row) });
}

/** A run of one row that was started to fulfil the request. */
async function started(): Promise<string> {
  const runId = await upload();
  expect(await response(runId, true)).toEqual({ kind: "done" });
  expect(await driver.start(finance, runId)).toEqual({ kind: "started" });
  return runId;
}

/** The sign of the rows that the page of the run offers to answer at once. */
async function shownSign(runId: string, rows: number): Promise<string | undefined> {
  const asked = (await findBulkRun(finance, runId))?.asked;
  expect(asked?.rows).toBe(rows);
  return asked?.sign;
}

const faultOf = async (runId: string) =>
  (await driver.rows(finance, runId)).map(({ state, faults }) => [state, faults]);
const intentOf = async () => (await seen(requestId)).request.refund?.intentId;
const withdraw = () => withdrawRequest(support, { requestId, text: "" });
const asPerson = async (role: "finance" | "admin"): Promise<Ctx> => {
  await harness.pool.query("update people set role = $2 where id = $1", [support.actor.userId, role]);
  return harness.ctxOf(role, { ...support.actor, role });
};

describe("a row whose payment has a waiting refund request", () => {
  it("is asked about at the check, and is left out unless a person answers", async () => {
    const runId = await upload();
    expect(await driver.rows(finance, runId)).toMatchObject([
      {
        state: "likely_duplicate",
        faults: [{ kind: "refund_requested", requestId, steps: 1, by: support.actor.name, amount: "120.25" }],
        fulfilsRequest: null,
      },
    ]);
    expect(await driver.start(finance, runId)).toEqual({ kind: "nothing_ready" });
  });

  it("fulfils it in the transaction of its refund", async () => {
    const runId = await started();
    expect(await statusOf(requestId)).toEqual(["OPEN", null, true]);
    await driver.finish(finance, runId);
    const [row] = await driver.rows(finance, runId);
    expect(row).toMatchObject({ state: "accepted", faults: [], fulfilsRequest: requestId });
    expect(await statusOf(requestId)).toEqual(["ACCEPTED", "in_progress", false]);
    expect((await seen(requestId)).request).toMatchObject({
      decidedBy: finance.actor.name,
      refund: { intentId: row?.rowId },
    });
    expect(sent()).toBe(1);
  });

  it("is sent in addition to it, or left out after all", async () => {
    const runId = await upload();
    expect(await response(runId, true)).toEqual({ kind: "done" });
    expect(await response(runId, false)).toEqual({ kind: "done" });
    expect(await response(runId, false, { isMeant: false })).toEqual({ kind: "done" });
    expect(await driver.states(finance, runId)).toEqual(["likely_duplicate"]);
    expect(await response(runId, false)).toEqual({ kind: "done" });
    await driver.send(finance, runId);
    expect(await driver.states(finance, runId)).toEqual(["accepted"]);
    expect(await statusOf(requestId)).toEqual(["OPEN", null, true]);
  });

  it("that fits only without the reservation of the request can fulfil it, and nothing else", async () => {
    expect(await setRequestsReserve(admin, { doReserve: true })).toEqual({ kind: "saved" });
    const runId = await upload("ORD-1,400.00,a");
    expect(await faultOf(runId)).toMatchObject([
      ["likely_duplicate", [{ kind: "refund_requested", leftBeside: "379.75" }]],
    ]);
    expect(await response(runId, false)).toEqual({ kind: "row_changed" });
    expect(await driver.states(finance, runId)).toEqual(["likely_duplicate"]);
    expect(await response(runId, true)).toEqual({ kind: "done" });
    await driver.send(finance, runId);
    expect(await driver.states(finance, runId)).toEqual(["accepted"]);
    expect((await seen(requestId)).request).toMatchObject({ state: "ACCEPTED", amount: "400.00" });
  });

  it("is one of the rows of the payment: no second one fulfils the request", async () => {
    const runId = await upload("ORD-1,20.00,a\nORD-1,120.25,b");
    expect(await response(runId, true, { line: 2 })).toEqual({ kind: "done" });
    expect(await faultOf(runId)).toMatchObject([
      ["likely_duplicate", [{ fulfilledByLine: 2 }]],
      ["ready", [{ kind: "refund_requested" }]],
    ]);
    expect(await response(runId, true, { line: 1 })).toEqual({ kind: "row_changed" });
    expect(await response(runId, false, { line: 1 })).toEqual({ kind: "done" });
    await driver.send(finance, runId);
    expect(await driver.states(finance, runId)).toEqual(["accepted", "accepted"]);
    expect(await intentOf()).toBe((await driver.rows(finance, runId))[1]?.rowId);
  });

  it("fits beside the reservation of the request only below the row that fulfils it, as the rows are sent", async () => {
    expect(await setRequestsReserve(admin, { doReserve: true })).toEqual({ kind: "saved" });
    const above = await upload("ORD-1,390.00,a\nORD-1,100.00,b");
    expect(await response(above, true, { line: 2 })).toEqual({ kind: "done" });
    expect(await faultOf(above)).toMatchObject([
      ["likely_duplicate", [{ fulfilledByLine: 2, leftBeside: "379.75" }]],
      ["ready", [{ kind: "refund_requested" }]],
    ]);
    expect(await response(above, false, { line: 1 })).toEqual({ kind: "row_changed" });
    const below = await upload("ORD-1,100.00,b\nORD-1,390.00,a");
    expect(await response(below, true, { line: 1 })).toEqual({ kind: "done" });
    expect(await response(below, false, { line: 2 })).toEqual({ kind: "done" });
    await driver.send(finance, below);
    expect(await driver.states(finance, below)).toEqual(["accepted", "accepted"]);
  });

  it("is answered for all such rows of their requests' amounts at once, which the audit log names", async () => {
    harness.service.addPayment({ merchant_transaction_id: "ORD-2" });
    const other = await requestPart(
      support,
      harness.service.addPayment({ merchant_transaction_id: "ORD-3" }),
      { amount: "50.00" },
    );
    const runId = await upload("ORD-1,30.00,b\nORD-1,120.25,a\nORD-2,10.00\nORD-3,50.00");
    const sign = await shownSign(runId, 2);
    expect(await fulfilBulkRequests(finance, { runId, sign })).toEqual({ kind: "done" });
    expect(await driver.states(finance, runId)).toEqual(["likely_duplicate", "ready", "ready", "ready"]);
    await shownSign(runId, 0);
    const { rows } = await harness.pool.query(
      "select detail from audit_log where action = 'bulk_requests_fulfilled'",
    );
    expect(rows).toEqual([{ detail: { rows: 2, requestId: [requestId, other].toSorted().join(", ") } }]);
    await driver.send(finance, runId);
    expect(await statusOf(requestId)).toEqual(["ACCEPTED", "in_progress", false]);
    expect(await statusOf(other)).toEqual(["ACCEPTED", "in_progress", false]);
  });

  it.each([
    [
      "has another amount",
      async () => {
        expect(await changeRequestAmount(admin, { requestId, text: "20.00" })).toEqual({ kind: "done" });
      },
    ],
    [
      "is withdrawn while another row's is made",
      async () => {
        expect(await withdraw()).toEqual({ kind: "done" });
        await requestPart(support, other, { amount: "50.00" });
      },
    ],
  ])("is not answered with all when the request %s since the page was shown", async (_name, change) => {
    other = harness.service.addPayment({ merchant_transaction_id: "ORD-3" });
    const runId = await upload("ORD-1,120.25,a\nORD-3,50.00,b");
    const sign = await shownSign(runId, 1);
    await change();
    expect(await fulfilBulkRequests(finance, { runId, sign })).toEqual({ kind: "row_changed" });
  });

  it("is not sent as it was shown to the person who starts it, when a colleague has changed the answer since", async () => {
    const runId = await upload();
    expect(await response(runId, false)).toEqual({ kind: "done" });
    const shown = (await findBulkRun(finance, runId))?.sign ?? "";
    expect(await response(runId, true, { ctx: admin })).toEqual({ kind: "done" });
    const typed = { runId, count: "1", totals: { INR: "120.25" }, sign: shown };
    expect(await startBulkRun(finance, typed)).toEqual({ kind: "choices_changed" });
    expect(await driver.start(finance, runId)).toEqual({ kind: "started" });
  });

  it("is not fulfilled by its requester: not chosen, not started, not sent, not approved", async () => {
    const runId = await upload();
    expect(await response(runId, true)).toEqual({ kind: "done" });
    const requester = await asPerson("finance");
    expect(await response(runId, true, { ctx: requester })).toEqual({ kind: "own_request" });
    expect(await driver.start(requester, runId)).toEqual({ kind: "rows_changed", rows: 1 });
    expect(await response(runId, true)).toEqual({ kind: "done" });
    expect(await driver.start(finance, runId)).toEqual({ kind: "started" });
    expect(await pauseBulkRun(finance, { runId })).toEqual({ kind: "done" });
    expect(await resumeBulkRun(requester, { runId, isApprovalExpected: false })).toEqual({ kind: "done" });
    await driver.finish(finance, runId);
    expect(await faultOf(runId)).toEqual([["not_sent", [{ kind: "own_request" }]]]);
    expect(sent()).toBe(0);
  });

  it("is not sent again by its requester, who resumes the run after a busy service", async () => {
    const runId = await started();
    harness.service.next("refund_initiate", BUSY);
    await driver.turn(runId);
    expect(await pauseBulkRun(finance, { runId })).toEqual({ kind: "done" });
    const requester = await asPerson("finance");
    expect(await resumeBulkRun(requester, { runId, isApprovalExpected: false })).toEqual({ kind: "done" });
    harness.clock.advance(20_000);
    await driver.finish(finance, runId);
    expect(await faultOf(runId)).toEqual([["not_sent", [{ kind: "own_request" }]]]);
    expect(await statusOf(requestId)).toEqual(["ACCEPTED", "not_sent", true]);
    expect(harness.service.refunds).toHaveLength(0);
  });
});

describe("the request that a row was to fulfil", () => {
  it("was withdrawn before the start: the row is asked about again, and can be sent all the same", async () => {
    const runId = await upload();
    expect(await response(runId, true)).toEqual({ kind: "done" });
    expect(await withdraw()).toEqual({ kind: "done" });
    expect(await driver.start(finance, runId)).toEqual({ kind: "rows_changed", rows: 1 });
    expect(await driver.start(finance, runId)).toEqual({ kind: "nothing_ready" });
    expect(await faultOf(runId)).toMatchObject([
      [
        "likely_duplicate",
        [{ kind: "request_closed", requestId, state: "WITHDRAWN", by: support.actor.name }],
      ],
    ]);
    expect(await response(runId, false)).toEqual({ kind: "done" });
    await driver.send(finance, runId);
    expect(await driver.states(finance, runId)).toEqual(["accepted"]);
  });

  it("has a question by then: the choice was about what was seen", async () => {
    const runId = await upload();
    const [row] = await driver.rows(finance, runId);
    expect(await askQuestion(finance, { requestId, text: "Why?" })).toEqual({ kind: "done" });
    const stale = { runId, rowId: row?.rowId ?? "", isMeant: true, fulfils: true, seen: subjectsOf(row) };
    // Another tab still shows the request as it was.
    expect(await confirmBulkRow(finance, stale)).toEqual({ kind: "row_changed" });
    expect(await driver.start(finance, runId)).toEqual({ kind: "nothing_ready" });
  });

  it.each([
    ["withdrawn", withdraw, "WITHDRAWN"],
    ["asked about", () => askQuestion(finance, { requestId, text: "Why?" }), "QUESTION"],
  ])("was %s after the start: the row says so and sends nothing", async (_name, act, state) => {
    const runId = await started();
    expect(await act()).toEqual({ kind: "done" });
    await driver.finish(finance, runId);
    expect(await faultOf(runId)).toMatchObject([
      ["not_sent", [{ kind: "request_closed", requestId, state }]],
    ]);
    expect(sent()).toBe(0);
  });

  it("was accepted by another refund after the start: the row says so and sends nothing", async () => {
    const runId = await started();
    const { payment } = current();
    const form = {
      intentId: crypto.randomUUID(),
      reference: "ORD-1",
      transactionId: payment.transaction_id,
      amount: "100.00",
      reason: "",
      confirmedDuplicates: (await driver.rows(finance, runId)).map(({ rowId }) => rowId),
      requestId,
      requestSteps: 1,
      isApprovalExpected: false,
    };
    expect(await requestRefund(admin, form)).toMatchObject({ kind: "accepted" });
    await driver.finish(finance, runId);
    expect(await faultOf(runId)).toMatchObject([
      ["not_sent", [{ kind: "request_closed", state: "ACCEPTED", by: admin.actor.name }]],
    ]);
    expect(sent()).toBe(1);
  });

  it("was changed after the start: a row that is in addition to it is asked about again, unsent", async () => {
    const runId = await upload("ORD-1,30.00,a");
    expect(await response(runId, false)).toEqual({ kind: "done" });
    expect(await driver.start(finance, runId)).toEqual({ kind: "started" });
    expect(await changeRequestAmount(admin, { requestId, text: "30.00" })).toEqual({ kind: "done" });
    await driver.finish(finance, runId);
    expect(await faultOf(runId)).toMatchObject([
      ["not_sent", [{ kind: "refund_requested", requestId, steps: 2 }]],
    ]);
    expect(sent()).toBe(0);
  });

  it("that came after the start keeps a row from being sent unasked", async () => {
    expect(await withdraw()).toEqual({ kind: "done" });
    const runId = await upload();
    expect(await driver.start(finance, runId)).toEqual({ kind: "started" });
    const later = await made();
    await driver.finish(finance, runId);
    expect(await faultOf(runId)).toMatchObject([
      ["not_sent", [{ kind: "refund_requested", requestId: later }]],
    ]);
    expect(sent()).toBe(0);
  });
});

describe("a run whose row fulfils a request", () => {
  it("does so after a pause, and after a busy service was asked once", async () => {
    const runId = await started();
    expect(await pauseBulkRun(finance, { runId })).toEqual({ kind: "done" });
    expect(await resumeBulkRun(admin, { runId, isApprovalExpected: false })).toEqual({ kind: "done" });
    harness.service.next("refund_initiate", BUSY);
    await driver.turn(runId);
    // Stored, and certainly not sent: it waits again, for this row too.
    expect(await statusOf(requestId)).toEqual(["ACCEPTED", "not_sent", true]);
    harness.clock.advance(20_000);
    await driver.finish(admin, runId);
    expect(await driver.states(finance, runId)).toEqual(["accepted"]);
    expect(await statusOf(requestId)).toEqual(["ACCEPTED", "in_progress", false]);
    expect((await seen(requestId)).request.decidedBy).toBe(admin.actor.name);
    expect(harness.service.refunds).toHaveLength(1);
  });

  it("sends nothing more when the request was withdrawn after a busy service", async () => {
    const runId = await started();
    harness.service.next("refund_initiate", BUSY);
    await driver.turn(runId);
    expect(await withdraw()).toEqual({ kind: "done" });
    harness.clock.advance(20_000);
    await driver.finish(finance, runId);
    expect(await faultOf(runId)).toMatchObject([
      ["not_sent", [{ kind: "request_closed", state: "WITHDRAWN" }]],
    ]);
    expect(harness.service.refunds).toHaveLength(0);
  });

  it.each([
    [
      "accepted and paid",
      async (newer: string) => {
        const form = await acceptAsSeen(newer, { amount: "150.00" });
        expect(await requestRefund(finance, form)).toMatchObject({ kind: "accepted" });
        await harness.pool.query(
          "update refund_intents set refund_status = 'SUCCESS', completed_at = now() where state = 'ACCEPTED'",
        );
      },
      1,
    ],
    [
      "declined",
      async (newer: string) => {
        expect(await declineRequest(finance, { requestId: newer, text: "No" })).toEqual({ kind: "done" });
      },
      0,
    ],
  ])(
    "sends nothing more when a newer request replaced its own and was %s",
    async (_name, decide, refunds) => {
      const runId = await started();
      harness.service.next("refund_initiate", BUSY);
      await driver.turn(runId);
      await decide(await made({ amount: "150.00" }));
      harness.clock.advance(20_000);
      await driver.finish(finance, runId);
      expect(await faultOf(runId)).toMatchObject([["not_sent", [{ kind: "request_closed", requestId }]]]);
      expect(harness.service.refunds).toHaveLength(refunds);
    },
  );

  it.each([4, 8, 12, 16, 20])(
    "killed before statement %i of its batch, it fulfils the request once",
    async (at) => {
      const runId = await started();
      const dying = { ...harness.services, pool: dieBefore(harness.services.pool, at) };
      await driver.turn(runId, dying).catch(() => undefined);
      const isSent = harness.service.refunds.length === 1;
      if (isSent) expect(await intentOf()).toBeDefined();
      await harness.pass(600_000);
      await driver.finish(finance, runId);
      expect(harness.service.refunds.length).toBeLessThanOrEqual(1);
      const [status] = await statusOf(requestId);
      if (harness.service.refunds.length === 1) expect(status).toBe("ACCEPTED");
    },
  );

  it("that exceeds the balance by then says so, and not that its own request reserves it", async () => {
    expect(await setRequestsReserve(admin, { doReserve: true })).toEqual({ kind: "saved" });
    const runId = await upload("ORD-1,350.00,a");
    expect(await response(runId, true)).toEqual({ kind: "done" });
    expect(await driver.start(finance, runId)).toEqual({ kind: "started" });
    const beside = {
      intentId: crypto.randomUUID(),
      reference: "ORD-1",
      transactionId: current().payment.transaction_id,
      amount: "200.00",
      reason: "",
      confirmedDuplicates: [requestId],
      requestSteps: 1,
      isApprovalExpected: false,
    };
    expect(await requestRefund(admin, beside)).toMatchObject({ kind: "accepted" });
    await harness.pool.query("update refund_intents set refund_status = 'SUCCESS', completed_at = now()");
    await driver.finish(finance, runId);
    expect(await faultOf(runId)).toMatchObject([["not_sent", [{ kind: "exceeds", left: "300.00" }]]]);
  });

  it("needs a second person, who is not the requester, and then fulfils it", async () => {
    await setRule(harness, "50.00");
    const runId = await upload();
    expect(await response(runId, true)).toEqual({ kind: "done" });
    expect(await driver.start(finance, runId, true)).toEqual({ kind: "awaits_approval" });
    const approvalId = (await findBulkRun(finance, runId))?.approval?.approvalId ?? "";
    await harness.pool.query("update people set role = 'admin' where id = $1", [support.actor.userId]);
    const requester: Ctx = { ...support, actor: { ...support.actor, role: "admin" } };
    // To do and the page say so before.
    const inQueue = async (person: Ctx) =>
      (await queue(person)).items.find(({ itemId }) => itemId === approvalId)?.isForOthers;
    expect([await inQueue(requester), await inQueue(admin)]).toEqual([true, false]);
    expect((await findApproval(requester, approvalId))?.approval).toMatchObject({ isFromOwnRequest: true });
    expect((await findApproval(admin, approvalId))?.approval).toMatchObject({ isFromOwnRequest: false });
    expect(await reviewBulkRun(admin, { approvalId, isAll: false, after: 0 })).toMatchObject({
      confirmed: { entries: [{ fulfilsRequest: requestId }] },
      rows: [{ fulfilsRequest: requestId }],
    });
    expect(await approveRequest(requester, { approvalId, note: "" })).toEqual({ kind: "own_request" });
    expect(await approveRequest(admin, { approvalId, note: "" })).toMatchObject({ kind: "approved_bulk" });
    await bulkApprovalDecided(harness.services, runId);
    await driver.finish(finance, runId);
    expect(await driver.states(finance, runId)).toEqual(["accepted"]);
    expect(await statusOf(requestId)).toEqual(["ACCEPTED", "in_progress", false]);
  });
});
