import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TransactionRecord } from "@/lib/contract/responses";
import { approveRequest } from "../approvals/commands/approve-request";
import { declineApproval } from "../approvals/commands/decline-approval";
import { withdrawApproval } from "../approvals/commands/withdraw-approval";
import { expireApproval } from "../approvals/jobs/expire-approval";
import type { Ctx } from "../context";
import { changeRole } from "../people/commands/change-role";
import { requestRefund } from "../refunds/commands/request-refund";
import { trackRefund } from "../refunds/jobs/track-refund";
import { askFor, setRule } from "@/tools/testing/dashboard/approvals";
import { BulkDriver } from "@/tools/testing/dashboard/bulk";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { expandAll, notifiedPeople } from "@/tools/testing/dashboard/notifications";
import { refundInput } from "@/tools/testing/dashboard/refund-input";

/** The lifetime of a request. */
const A_DAY_MS = 24 * 60 * 60_000;
let harness: Harness;
let ctx: Ctx;
let colleague: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  ctx = await harness.ctxOf("finance");
  colleague = await harness.ctxOf("finance");
  await harness.ctxOf("support");
});
afterAll(() => harness.stop());

let count = 0;
function payment(): TransactionRecord {
  count += 1;
  return harness.service.addPayment({ merchant_transaction_id: `ORD-${String(count)}` });
}

/** The events since the last call, by person. */
async function notified(): Promise<[string, string][]> {
  await expandAll(harness);
  const names = new Map([
    [ctx.actor.userId, "requester"],
    [colleague.actor.userId, "colleague"],
  ]);
  const found = await notifiedPeople(harness);
  await harness.pool.query("delete from notifications");
  return found.map(({ event, personId }) => [event, names.get(personId) ?? "another"]);
}

describe("a request for approval", () => {
  const wait = async (paid = payment()) => {
    await setRule(harness, "100.00");
    return askFor(ctx, paid, "200.00");
  };

  it("notifies those who may decide and then its requester of the decision", async () => {
    const approvalId = await wait();
    expect(await notified()).toEqual(
      expect.arrayContaining([
        ["approval_waiting", "colleague"],
        ["approval_waiting", "another"],
      ]),
    );
    await approveRequest(colleague, { approvalId, note: "" });
    expect(await notified()).toEqual([["approval_decided", "requester"]]);
  });

  /** What its requester learns of it, and who else is notified of its end. */
  const learned = async () => {
    await expandAll(harness);
    const found = (await notifiedPeople(harness)).filter(({ event }) => event === "approval_decided");
    return found.map(({ personId, detail: { decision, decidedBy } }) => ({ personId, decision, decidedBy }));
  };

  it.each([
    [
      "is approved",
      { decision: "approved", isByColleague: true },
      (approvalId: string) => approveRequest(colleague, { approvalId, note: "" }),
    ],
    [
      "is declined",
      { decision: "declined", isByColleague: true },
      (approvalId: string) => declineApproval(colleague, { approvalId, note: "No" }),
    ],
    [
      "expires",
      { decision: "expired", isByColleague: false },
      (approvalId: string) => {
        harness.clock.advance(A_DAY_MS);
        return expireApproval(harness.services, approvalId);
      },
    ],
    [
      "expires before somebody approves it",
      { decision: "expired", isByColleague: false },
      (approvalId: string) => {
        harness.clock.advance(A_DAY_MS);
        return approveRequest(colleague, { approvalId, note: "" });
      },
    ],
    [
      "is approved when its payment has not so much left to refund",
      { decision: "not_possible", isByColleague: true },
      (approvalId: string, paid: TransactionRecord) => {
        harness.service.refundOutsideDashboard(paid, "400.00");
        return approveRequest(colleague, { approvalId, note: "" });
      },
    ],
  ])("that %s notifies its requester alone, once, with that decision", async (_how, expected, end) => {
    const paid = payment();
    const approvalId = await wait(paid);
    await end(approvalId, paid);
    await expireApproval(harness.services, approvalId);
    const { decision, isByColleague } = expected;
    const decidedBy = isByColleague ? colleague.actor.name : null;
    expect(await learned()).toEqual([{ personId: ctx.actor.userId, decision, decidedBy }]);
  });

  it("that is withdrawn notifies nobody", async () => {
    const approvalId = await wait();
    expect(await withdrawApproval(ctx, { approvalId, note: "" })).toMatchObject({ kind: "withdrawn" });
    expect(await learned()).toEqual([]);
  });
});

describe("a refund", () => {
  it("that fails at the gateway is reported once, and one that succeeds is not", async () => {
    const failing = refundInput(payment(), { amount: "10.00" });
    await requestRefund(ctx, failing);
    await requestRefund(ctx, refundInput(payment(), { amount: "20.00" }));
    const completed = { refund_completed_at: harness.clock.now().toISOString() };
    for (const refund of harness.service.refunds) {
      const isFailing = refund.merchant_transaction_id === failing.reference;
      Object.assign(refund, { ...completed, refund_status: isFailing ? "FAILURE" : "SUCCESS" });
    }
    for (let poll = 0; poll < 3; poll += 1) {
      harness.clock.advance(60_000);
      for (const refund of harness.service.refunds) {
        const { serviceAddress } = ctx.routing;
        await trackRefund(harness.services, { serviceAddress, refundId: refund.refund_id });
      }
    }
    await expandAll(harness);
    const found = await notifiedPeople(harness);
    expect(found).toHaveLength(2);
    expect(found[0]).toMatchObject({
      event: "refund_failed",
      detail: { intentId: failing.intentId, reference: failing.reference, amount: "10.00", currency: "INR" },
    });
  });
});

it("a bulk run that ends is reported to its people, with the rows that failed", async () => {
  const driver = new BulkDriver(harness);
  const runId = await driver.prepare(ctx, "refund", driver.refunds(3));
  harness.service.next("refund_initiate", {
    kind: "answer",
    status: 400,
    body: '{"detail":"Refused."}',
    effect: false,
  });
  await driver.start(ctx, runId);
  await driver.finish(ctx, runId);
  await expandAll(harness);
  expect(await notifiedPeople(harness)).toMatchObject([
    { event: "bulk_ended", personId: ctx.actor.userId, detail: { runId, rows: 3, failed: 1 } },
  ]);
});

it("a changed role is reported to the person, and not to the admin who changed it", async () => {
  const admin = await harness.ctxOf("admin");
  await changeRole(admin, { personId: ctx.actor.userId, role: "ops" });
  await expandAll(harness);
  expect(await notifiedPeople(harness)).toMatchObject([
    {
      event: "role_changed",
      personId: ctx.actor.userId,
      detail: { from: "finance", to: "ops", by: admin.actor.name },
    },
  ]);
});
