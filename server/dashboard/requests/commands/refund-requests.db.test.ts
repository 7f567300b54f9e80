import { beforeEach, describe, expect, it } from "vitest";
import type { TransactionRecord } from "@/lib/contract/responses";
import type { Ctx } from "../../context";
import { requestRefund } from "../../refunds/commands/request-refund";
import { refundForm } from "../../refunds/queries/refund-form";
import type { Harness } from "@/tools/testing/dashboard/harness";
import { expandAll } from "@/tools/testing/dashboard/notifications";
import { refundInput } from "@/tools/testing/dashboard/refund-input";
import { countRequests } from "../queries/count-requests";
import { listRequests } from "../queries/list-requests";
import { requestForm } from "../queries/request-form";
import { answerQuestion } from "./answer-question";
import { askQuestion } from "./ask-question";
import { changeRequestAmount } from "./change-request-amount";
import { createRequest } from "./create-request";
import { declineRequest } from "./decline-request";
import { withdrawRequest } from "./withdraw-request";
import { refundSeparately } from "@/tools/testing/dashboard/separate-refund";
import { returnManually } from "@/tools/testing/dashboard/manual-refund";
import { setRequestsReserve } from "./set-requests-reserve";
import { requestInput, requestPart, withRefundRequests } from "@/tools/testing/dashboard/refund-request";

const { current, input, made, step, accept, acceptAsSeen, seen, statusOf, sent } = withRefundRequests();
let harness: Harness;
let support: Ctx;
let finance: Ctx;
let payment: TransactionRecord;
beforeEach(() => {
  ({ harness, support, finance, payment } = current());
});

describe("a request", () => {
  it("sent again with other values after a lost response is refused, not called requested", async () => {
    const requestId = await made({ amount: "500.00" });
    const fault = { kind: "invalid", field: "form", fault: "other_values" };
    expect(await createRequest(support, input({ requestId, amount: "50.00" }))).toEqual(fault);
    expect(await createRequest(support, input({ requestId, amount: "500.00", note: "One item" }))).toEqual(
      fault,
    );
    const other = harness.service.addPayment({ merchant_transaction_id: "ORD-OTHER" });
    const moved = { reference: other.merchant_transaction_id, transactionId: other.transaction_id };
    expect(await createRequest(support, input({ requestId, amount: "500.00", ...moved }))).toEqual(fault);
    expect((await seen(requestId)).request.amount).toBe("500.00");
  });

  it("reserves and sends nothing, is audited, and is one however often it is submitted", async () => {
    const given = input();
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => createRequest(support, given)));
    expect(outcomes).toEqual(outcomes.map(() => ({ kind: "requested", requestId: given.requestId })));
    expect(sent()).toBe(0);
    const form = await refundForm(finance, given);
    expect(form.kind === "ready" && form.balance.left).toBe("500.00");
    expect((await harness.audit()).map(({ action }) => action)).toEqual(["refund_request_made"]);
    const { rows } = await harness.pool.query("select event, detail from notification_events");
    expect(rows).toMatchObject([{ event: "refund_request_waiting" }]);
    // What is sent by e-mail has no note.
    expect(JSON.stringify(rows)).not.toContain(given.note);
    expect([await countRequests(finance), await countRequests(support)]).toEqual([1, 0]);
  });

  it("is the only undecided one of its payment: a second person sees whose", async () => {
    const requestId = await made();
    const other = await harness.ctxOf("ops");
    const again = input();
    expect(await createRequest(other, again)).toMatchObject({ kind: "already_open", open: { requestId } });
    expect(await requestForm(other, again)).toMatchObject({ kind: "ready", open: { requestId } });
    await withdrawRequest(support, step(requestId));
    expect(await createRequest(other, again)).toMatchObject({ kind: "requested" });
  });

  it.each(["finance", "admin"] as const)("is not for %s, who may refund", async (role) => {
    const ctx = await harness.ctxOf(role);
    expect(await createRequest(ctx, input())).toEqual({ kind: "forbidden" });
    expect(await requestForm(ctx, input())).toEqual({ kind: "forbidden" });
  });

  it.each([
    ["more than is left", { amount: "500.01" }, { kind: "exceeds_balance", left: "500.00" }],
    ["no amount", { amount: "1e3" }, { kind: "invalid", field: "amount" }],
    ["a reference with the hash's separator", { reference: "A|B" }, { kind: "invalid", field: "form" }],
    ["a note with NUL", { note: "a\u0000b" }, { kind: "invalid", field: "note", fault: "characters" }],
    ["a lone surrogate", { note: "\ud800" }, { kind: "invalid", field: "note", fault: "characters" }],
    [
      "a card number in the note",
      { note: "card 4111 1111 1111 1111 12/27" },
      { kind: "invalid", field: "note", fault: "card_number" },
    ],
    ["too long a note", { note: "x".repeat(501) }, { kind: "invalid", field: "note", fault: "too_long" }],
    ["an unknown payment", { transactionId: "TXN-nobody" }, { kind: "not_refundable", status: null }],
  ])("with %s is refused", async (_, fields, expected) => {
    expect(await createRequest(support, input(fields))).toMatchObject(expected);
    expect((await listRequests(finance, { tab: "open" })).requests).toEqual([]);
  });

  it.each(["emoji 🚚🚚", "<script>alert(1)</script>", "=HYPERLINK(1)", "\u202Etxet", "क्षमा करें"])(
    "keeps the note %s as written",
    async (note) => {
      expect((await seen(await made({ note }))).events).toMatchObject([{ kind: "requested", text: note }]);
    },
  );

  it("of a test payment says so", async () => {
    const ofTest = harness.service.addPayment({ merchant_transaction_id: "ORD-2", test: true });
    expect((await seen(await requestPart(support, ofTest))).request.isTest).toBe(true);
  });
});

describe("finance", () => {
  it("asks, and the requester answers; another person cannot", async () => {
    const requestId = await made();
    const other = await harness.ctxOf("support");
    expect(await askQuestion(finance, step(requestId, "Which box?"))).toEqual({ kind: "done" });
    expect(await countRequests(support)).toBe(1);
    expect(await askQuestion(finance, step(requestId, "And?"))).toMatchObject({
      kind: "closed",
      state: "QUESTION",
    });
    expect(await answerQuestion(other, step(requestId, "4"))).toEqual({ kind: "not_own" });
    expect(await answerQuestion(support, step(requestId, "4"))).toEqual({ kind: "done" });
    expect(await answerQuestion(support, step(requestId, "4"))).toMatchObject({
      kind: "closed",
      state: "OPEN",
    });
    expect((await seen(requestId)).events.map(({ kind, text }) => [kind, text])).toEqual([
      ["requested", "The customer called"],
      ["question", "Which box?"],
      ["answer", "4"],
    ]);
  });

  it("changes the amount, and the requester sees both", async () => {
    const requestId = await made();
    expect(await changeRequestAmount(finance, step(requestId, "1e3"))).toMatchObject({ field: "amount" });
    expect(await changeRequestAmount(finance, step(requestId, "100"))).toEqual({ kind: "done" });
    expect((await seen(requestId)).request).toMatchObject({ amount: "100.00", requestedAmount: "120.25" });
  });

  it("changes the amount to what is left at most, its own reservation included, and only while that is known", async () => {
    await setRequestsReserve(await harness.ctxOf("admin"), { doReserve: true });
    const requestId = await made();
    await refundSeparately(finance, refundInput(payment, { amount: "100.00" }));
    expect(await changeRequestAmount(finance, step(requestId, "400.01"))).toEqual({
      kind: "exceeds_balance",
      left: "400.00",
      currency: "INR",
    });
    harness.service.always("/v1/ops/refunds/balance", { kind: "drop", when: "before" });
    expect(await changeRequestAmount(finance, step(requestId, "10"))).toEqual({ kind: "no_balance" });
    harness.service.always(null);
    expect((await seen(requestId)).request).toMatchObject({ amount: "120.25" });
    expect(await changeRequestAmount(finance, step(requestId, "400"))).toEqual({ kind: "done" });
  });

  it("of a currency without decimals has none, requested, changed or accepted", async () => {
    const yen = harness.service.addPayment({ merchant_transaction_id: "ORD-JPY", currency: "JPY" });
    const impossible = { kind: "invalid", field: "amount", fault: "no_decimals" };
    const form = requestInput(yen, { amount: "100.50" });
    expect(await createRequest(support, form)).toMatchObject(impossible);
    const requestId = await requestPart(support, yen, { amount: "100.00" });
    expect(await changeRequestAmount(finance, step(requestId, "100.50"))).toMatchObject(impossible);
    const acceptance = refundInput(yen, { amount: "100.50", requestId });
    expect(await requestRefund(finance, acceptance)).toMatchObject(impossible);
    await expect(returnManually(finance, yen, "0.50")).rejects.toThrow("no_decimals");
    expect(sent()).toBe(0);
    expect(await requestRefund(finance, refundInput(yen, { amount: "100.00", requestId }))).toMatchObject({
      kind: "accepted",
    });
  });

  it("who asked is notified of the answer, and nobody else", async () => {
    const requestId = await made();
    await askQuestion(finance, step(requestId, "Which box?"));
    expect(await answerQuestion(support, step(requestId, "4"))).toEqual({ kind: "done" });
    await expandAll(harness);
    const { rows } = await harness.pool.query(
      "select person_id as id from notifications where event = 'refund_request_replied'",
    );
    expect(rows).toEqual([{ id: finance.actor.userId }]);
  });

  it("notifies the requester of each answer, and never that a refund was sent", async () => {
    const requestId = await made();
    await askQuestion(finance, step(requestId, "Which box?"));
    await changeRequestAmount(finance, step(requestId, "100"));
    await requestRefund(finance, await acceptAsSeen(requestId, { amount: "100.00" }));
    const { rows } = await harness.pool.query<{ answer: string }>(
      "select detail->>'answer' as answer from notification_events where event = 'refund_request_answered' order by at",
    );
    expect(rows.map(({ answer }) => answer)).toEqual(["question", "amount", "accepted"]);
  });

  it("declines with a reason, once, and the requester is notified", async () => {
    const requestId = await made();
    expect(await declineRequest(finance, step(requestId))).toMatchObject({ field: "text", fault: "missing" });
    expect(await declineRequest(finance, step(requestId, "Too late"))).toEqual({ kind: "done" });
    expect(await declineRequest(await harness.ctxOf("admin"), step(requestId, "No"))).toMatchObject({
      kind: "closed",
      state: "DECLINED",
    });
    expect(await withdrawRequest(support, step(requestId))).toMatchObject({ kind: "closed" });
    const { rows } = await harness.pool.query(
      "select event, detail->>'answer' as answer from notification_events",
    );
    expect(rows).toContainEqual({ event: "refund_request_answered", answer: "declined" });
  });

  it("sees that the payment was refunded meanwhile", async () => {
    const requestId = await made({ amount: "400.00" });
    await requestRefund(
      finance,
      refundInput(payment, { amount: "200.00", confirmedDuplicates: [requestId] }),
    );
    expect((await seen(requestId)).request).toMatchObject({ amount: "400.00", left: "300.00" });
    expect(await requestRefund(finance, accept(requestId, { amount: "400.00" }))).toMatchObject({
      kind: "exceeds_balance",
    });
    expect(await statusOf(requestId)).toEqual(["OPEN", null, true]);
  });
});
