import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MAX_CONFIRMED_DUPLICATES } from "@/lib/duplicate-refunds";
import type { TransactionRecord } from "@/lib/contract/responses";
import type { RequestRefundInput } from "@/lib/refunds/refund-form-view";
import type { Ctx } from "../../context";
import { findApproval } from "../../approvals/store/approvals";
import { askFor, setRule } from "@/tools/testing/dashboard/approvals";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { refundInput } from "@/tools/testing/dashboard/refund-input";
import { refundSeparately } from "@/tools/testing/dashboard/separate-refund";
import {
  confirmManualRefund,
  proposeVoidOfManualRefund,
  voidManualRefund,
} from "../../manual-refunds/commands/on-manual-refund";
import { returnManually } from "@/tools/testing/dashboard/manual-refund";
import { askedOf, confirmed } from "@/tools/testing/dashboard/duplicates";
import { approveRequest } from "../../approvals/commands/approve-request";
import { requestRefund } from "./request-refund";

let harness: Harness;
let ctx: Ctx;
let colleague: Ctx;
let payment: TransactionRecord;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  [ctx, colleague] = await Promise.all([harness.ctxOf("finance"), harness.ctxOf("finance")]);
  payment = harness.service.addPayment({ merchant_transaction_id: "PAY" });
});
afterAll(() => harness.stop());

const form = (fields: Partial<RequestRefundInput> = {}) =>
  refundInput(payment, { amount: "100.00", ...fields });
const refunded = () => harness.service.refundedPaise(payment.transaction_id);
const sent = () => harness.service.callsOf("refund_initiate").length;

describe("a single refund of the same amount and payment", () => {
  it("as one of a colleague's minutes before is not sent until it is confirmed as a separate one", async () => {
    const first = form();
    const accepted = await requestRefund(colleague, first);
    harness.clock.advance(5 * 60_000);
    const again = form({ reason: "Another reason" });
    const asked = await requestRefund(ctx, again);
    expect(asked).toEqual({
      kind: "likely_duplicate",
      amount: "100.00",
      currency: "INR",
      duplicates: [
        {
          kind: "refunded_before",
          intentId: first.intentId,
          by: colleague.actor.name,
          at: expect.any(String) as string,
          refundId: "refundId" in accepted ? accepted.refundId : "",
          status: "INITIATED",
          wasPaidLate: false,
          runId: null,
        },
      ],
    });
    expect(refunded()).toBe(10_000n);
    expect(await requestRefund(ctx, confirmed(again, asked))).toMatchObject({ kind: "accepted" });
    expect(refunded()).toBe(20_000n);
  });

  it("asks however the amount is written and however long ago that was; another amount never asks", async () => {
    await requestRefund(ctx, form({ amount: "100" }));
    harness.clock.advance(300 * 24 * 3_600_000);
    expect(await requestRefund(ctx, form({ amount: "99.99" }))).toMatchObject({ kind: "accepted" });
    expect(await requestRefund(ctx, form({ amount: "100.01" }))).toMatchObject({ kind: "accepted" });
    askedOf(await requestRefund(ctx, form({ amount: "100.0" })));
  });

  it("does not ask about another payment", async () => {
    await requestRefund(ctx, form());
    payment = harness.service.addPayment({ merchant_transaction_id: "OTHER" });
    expect(await requestRefund(ctx, form())).toMatchObject({ kind: "accepted" });
  });

  it("asks about what was returned without a gateway, until that is voided", async () => {
    const manualRefundId = await returnManually(colleague, payment, "100.00");
    const asked = await requestRefund(ctx, form());
    expect(asked).toMatchObject({
      duplicates: [
        { intentId: manualRefundId, kind: "returned_manually", by: colleague.actor.name, isWaiting: true },
      ],
    });
    await confirmManualRefund(ctx, { manualRefundId, reason: "" });
    const later = await requestRefund(ctx, form());
    expect(later).toMatchObject({ duplicates: [{ intentId: manualRefundId, isWaiting: false }] });
    expect(sent()).toBe(0);
    const separate = form();
    expect(await requestRefund(ctx, confirmed(separate, later))).toMatchObject({ kind: "accepted" });
    await proposeVoidOfManualRefund(colleague, { manualRefundId, reason: "It came back" });
    expect(askedOf(await requestRefund(ctx, form()))).toContain(manualRefundId);
    await voidManualRefund(ctx, { manualRefundId, reason: "" });
    expect(askedOf(await requestRefund(ctx, form()))).not.toContain(manualRefundId);
  });

  it("does not ask about one that failed, and asks when that was paid later", async () => {
    const first = form();
    await requestRefund(ctx, first);
    await harness.pool.query("update refund_intents set refund_status = 'FAILURE', completed_at = now()");
    const second = form();
    expect(await requestRefund(ctx, second)).toMatchObject({ kind: "accepted" });
    await harness.pool.query("update refund_intents set late_success_seen_at = now() where id = $1", [
      first.intentId,
    ]);
    const asked = await requestRefund(ctx, form());
    expect(askedOf(asked).sort()).toEqual([first.intentId, second.intentId].sort());
    expect(asked).toMatchObject({
      duplicates: expect.arrayContaining([
        expect.objectContaining({ intentId: first.intentId, wasPaidLate: true }),
      ]) as unknown,
    });
  });

  it("asks about one that failed and was paid later at a service that lists no refunds, and sends nothing while that is not known", async () => {
    harness.service.ops = null;
    await requestRefund(ctx, form());
    await harness.pool.query("update refund_intents set refund_status = 'FAILURE', completed_at = now()");
    const [refund] = harness.service.refunds;
    const failed = { refund_status: "FAILURE", refund_completed_at: "2026-11-21T09:00:05.000Z" };
    Object.assign(refund ?? {}, failed);
    harness.service.next("refund_status", { kind: "answer", status: 502, body: "", effect: false });
    expect(await requestRefund(ctx, form())).toMatchObject({ kind: "not_sent" });
    expect(sent()).toBe(1);
    Object.assign(refund ?? {}, { refund_status: "SUCCESS" });
    expect(askedOf(await requestRefund(ctx, form()))).toHaveLength(1);
    expect(sent()).toBe(1);
  });

  it("asks nothing when it is more than what is left: that is said first", async () => {
    await requestRefund(ctx, form({ amount: "300.00" }));
    expect(await requestRefund(ctx, form({ amount: "300.00" }))).toMatchObject({ kind: "exceeds_balance" });
  });

  it("asks again about what came after the question", async () => {
    await requestRefund(colleague, form());
    const mine = form();
    const asked = await requestRefund(ctx, mine);
    await refundSeparately(colleague, form());
    const late = await requestRefund(ctx, confirmed(mine, asked));
    expect(askedOf(late)).toHaveLength(2);
    expect(refunded()).toBe(20_000n);
    expect(await requestRefund(ctx, confirmed(mine, late))).toMatchObject({ kind: "accepted" });
    expect(refunded()).toBe(30_000n);
  });

  it("is asked about by its form however often that is submitted, and the confirmed form is sent once", async () => {
    await requestRefund(colleague, form());
    const mine = form();
    const asked = await requestRefund(ctx, mine);
    expect(await requestRefund(ctx, mine)).toEqual(asked);
    // A form id that was answered with the duplicate question makes no refund any more, not even with a confirmation.
    const late = { ...mine, confirmedDuplicates: askedOf(asked) };
    expect(await requestRefund(ctx, late)).toEqual(asked);

    const separate = confirmed(mine, asked);
    const outcomes = await Promise.all([1, 2, 3].map(() => requestRefund(ctx, separate)));
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
    expect(outcomes[0]).toMatchObject({ kind: "accepted" });
    expect(sent()).toBe(2);
  });

  it("by two people at the same moment is sent once without a confirmation", async () => {
    for (let round = 0; round < 10; round += 1) {
      payment = harness.service.addPayment({ merchant_transaction_id: `PAY-${round}` });
      const people = [ctx, colleague];
      const outcomes = await Promise.all(people.map((person) => requestRefund(person, form())));
      const kinds = outcomes.map(({ kind }) => kind);
      expect(
        kinds.filter((kind) => kind === "accepted"),
        kinds.join(),
      ).toHaveLength(1);
      expect(refunded()).toBe(10_000n);
      // A submission that has to wait gets the duplicate question afterwards.
      askedOf(await requestRefund(ctx, form()));
    }
  });

  it("is written into the audit log with what it was confirmed to be separate from", async () => {
    const first = form();
    await requestRefund(colleague, first);
    await refundSeparately(ctx, form());
    const rows = (await harness.audit()).filter(({ action }) => action === "refund_requested");
    expect(rows.map(({ detail }) => detail)).toMatchObject([{}, { separateFrom: first.intentId }]);
    expect(rows[0]?.detail).not.toHaveProperty("separateFrom");
  });

  it.each([
    ["not a list"],
    [["not an id"]],
    [Array.from({ length: MAX_CONFIRMED_DUPLICATES + 1 }, () => randomUUID())],
  ])("with confirmations that no form can hold is refused", async (confirmedDuplicates) => {
    const input = { ...form(), confirmedDuplicates };
    expect(await requestRefund(ctx, input)).toMatchObject({ kind: "invalid", field: "form" });
    expect(sent()).toBe(0);
  });
});

describe("a refund that needs approval", () => {
  beforeEach(() => setRule(harness, "50.00"));

  it("is asked about before it is requested, and a request that waits is shown to others", async () => {
    const admin = await harness.ctxOf("admin");
    await requestRefund(admin, form());
    const mine = form();
    const asked = await requestRefund(ctx, mine);
    askedOf(asked);
    expect(await findApproval(harness.pool, mine.intentId)).toBeNull();
    const separate = confirmed(mine, asked);
    expect(await requestRefund(ctx, separate)).toMatchObject({ kind: "awaiting_approval" });
    const requested = (await harness.audit()).find(({ action }) => action === "approval_requested");
    expect(requested?.detail).toMatchObject({ separateFrom: askedOf(asked).join() });

    const other = await requestRefund(admin, form());
    expect(other).toMatchObject({
      duplicates: expect.arrayContaining([
        {
          kind: "request_waits",
          intentId: separate.intentId,
          by: ctx.actor.name,
          at: expect.any(String) as string,
        },
      ]) as unknown,
    });
  });

  it("is not sent by an approval that has not confirmed a refund made meanwhile", async () => {
    const approvalId = await askFor(ctx, payment, "100.00");
    const admin = await harness.ctxOf("admin");
    await refundSeparately(admin, form());
    const asked = await approveRequest(colleague, { approvalId, note: "" });
    const shown = askedOf(asked);
    expect(shown).toHaveLength(1);
    expect((await findApproval(harness.pool, approvalId))?.state).toBe("WAITING");
    expect(refunded()).toBe(10_000n);

    const decision = { approvalId, note: "", confirmedDuplicates: shown };
    expect(await approveRequest(colleague, decision)).toMatchObject({ kind: "approved_refund" });
    expect(refunded()).toBe(20_000n);
    const row = (await harness.audit()).findLast(({ action }) => action === "refund_requested");
    expect(row?.detail).toMatchObject({ approvalId, separateFrom: shown.join() });
  });

  it("is asked about again when one more was made after the approver's question", async () => {
    const approvalId = await askFor(ctx, payment, "100.00");
    const admin = await harness.ctxOf("admin");
    await refundSeparately(admin, form());
    const shown = askedOf(await approveRequest(colleague, { approvalId, note: "" }));
    await refundSeparately(admin, form());
    const decision = { approvalId, note: "", confirmedDuplicates: shown };
    expect(askedOf(await approveRequest(colleague, decision))).toHaveLength(2);
    expect(refunded()).toBe(20_000n);
  });

  it("is no duplicate of itself", async () => {
    const approvalId = await askFor(ctx, payment, "100.00");
    expect(await approveRequest(colleague, { approvalId, note: "" })).toMatchObject({
      kind: "approved_refund",
    });
  });
});
