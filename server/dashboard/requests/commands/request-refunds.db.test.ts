import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Role, ROLES } from "@/lib/can";
import type { TransactionRecord } from "@/lib/contract/responses";
import type { RequestRefundsInput } from "@/lib/requests/request-views";
import type { Ctx } from "../../context";
import { requireReason } from "../../reasons/commands/require-reason";
import { saveReason } from "../../reasons/commands/save-reason";
import { requestRefund } from "../../refunds/commands/request-refund";
import { BUSY } from "@/tools/testing/dashboard/bulk";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { refundInput } from "@/tools/testing/dashboard/refund-input";
import { countRequests } from "../queries/count-requests";
import { listRequests } from "../queries/list-requests";
import { requestReasons } from "../queries/request-reasons";
import { createRequest } from "./create-request";
import { declineRequest } from "./decline-request";
import { requestRefunds } from "./request-refunds";

let harness: Harness;
let support: Ctx;
let finance: Ctx;
let payments: TransactionRecord[];

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  support = await harness.ctxOf("support");
  finance = await harness.ctxOf("finance");
  payments = [1, 2, 3].map((n) =>
    harness.service.addPayment({ merchant_transaction_id: `ORD-${n}`, transaction_amount: `${n}00.00` }),
  );
});
afterAll(() => harness.stop());

const targetOf = (payment: TransactionRecord) => ({
  reference: payment.merchant_transaction_id,
  transactionId: payment.transaction_id,
});
const input = (fields: Partial<RequestRefundsInput> = {}): RequestRefundsInput => ({
  batchId: randomUUID(),
  targets: payments.map(targetOf),
  reason: "Recalled",
  reasonCode: null,
  note: "Batch 7",
  ...fields,
});
const kindsOf = async (given: RequestRefundsInput) => {
  const outcome = await requestRefunds(support, given);
  return outcome.kind === "done" ? outcome.payments.map(({ kind }) => kind) : outcome;
};
const at = (index: number): TransactionRecord => {
  const payment = payments[index];
  if (payment === undefined) throw new Error("no such payment");
  return payment;
};

it.each(ROLES)("a selection is requested by those who request single refunds: %s", async (role: Role) => {
  const ctx = await harness.ctxOf(role);
  const isAllowed = role === "support" || role === "ops";
  expect((await requestRefunds(ctx, input())).kind).toBe(isAllowed ? "done" : "forbidden");
  expect((await requestReasons(ctx)).kind).toBe(isAllowed ? "ready" : "forbidden");
  expect(await countRequests(finance)).toBe(isAllowed ? 3 : 0);
});

it("each payment becomes an ordinary request of all that is left, with one reason and note", async () => {
  await requestRefund(finance, refundInput(at(1), { amount: "50.00" }));
  const outcome = await requestRefunds(support, input());
  expect(outcome).toMatchObject({
    kind: "done",
    payments: [
      { kind: "requested", reference: "ORD-1", amount: "100.00", currency: "INR" },
      { kind: "requested", reference: "ORD-2", amount: "150.00" },
      { kind: "requested", reference: "ORD-3", amount: "300.00" },
    ],
  });
  const { requests } = await listRequests(finance, { tab: "open" });
  expect(requests.map(({ amount, reason, note, state }) => [amount, reason, note, state]).sort()).toEqual([
    ["100.00", "Recalled", "Batch 7", "OPEN"],
    ["150.00", "Recalled", "Batch 7", "OPEN"],
    ["300.00", "Recalled", "Batch 7", "OPEN"],
  ]);
  const made = (await harness.audit()).filter(({ action }) => action === "refund_request_made");
  expect(made).toHaveLength(3);
  const ofFirst = requests.find(({ reference }) => reference === "ORD-1");
  const accepted = refundInput(at(0), { amount: "100.00", requestId: ofFirst?.requestId ?? null });
  expect(await requestRefund(finance, { ...accepted, requestSteps: 1 })).toMatchObject({ kind: "accepted" });
});

it("a selection is one notification, sent again too; a single payment is named in its own", async () => {
  const waiting = async () =>
    (
      await harness.pool.query<{ detail: { selected?: number; reference: string } }>(
        "select detail from notification_events where event = 'refund_request_waiting' order by at",
      )
    ).rows.map(({ detail }) => detail);
  const selection = input();
  await requestRefunds(support, selection);
  await requestRefunds(support, selection);
  expect(await waiting()).toMatchObject([{ selected: 3 }]);
  const single = harness.service.addPayment({ merchant_transaction_id: "ORD-4" });
  await requestRefunds(support, input({ targets: [targetOf(single)] }));
  const [, own] = await waiting();
  expect(own).toMatchObject({ reference: "ORD-4" });
  expect(own).not.toHaveProperty("selected");
});

it("those that cannot be requested say why, and the others are requested", async () => {
  const unpaid = harness.service.addPayment({
    merchant_transaction_id: "ORD-4",
    transaction_status: "INITIATED",
  });
  await requestRefund(finance, refundInput(at(0), { amount: "100.00" }));
  const single = { requestId: randomUUID(), ...targetOf(at(1)), amount: "1.00" };
  await createRequest(await harness.ctxOf("ops"), { ...single, reason: "", reasonCode: null, note: "" });
  const unknown = { reference: "ORD-9", transactionId: "TXN-9" };
  const given = input({ targets: [...payments.map(targetOf), targetOf(unpaid), unknown] });
  expect(await requestRefunds(support, given)).toMatchObject({
    payments: [
      { kind: "nothing_left" },
      { kind: "already_open", open: { requestId: single.requestId, by: "Test ops" } },
      { kind: "requested" },
      { kind: "not_refundable", status: "INITIATED" },
      { kind: "not_refundable", status: null },
    ],
  });
});

describe("the same submission", () => {
  it("in two tabs at once and again later makes each request once", async () => {
    const given = input();
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => kindsOf(given)));
    outcomes.push(await kindsOf(given));
    expect(outcomes).toEqual(outcomes.map(() => ["requested", "requested", "requested"]));
    expect(await countRequests(finance)).toBe(3);
  });

  it("names a payment twice and requests it once", async () => {
    expect(await kindsOf(input({ targets: [targetOf(at(0)), targetOf(at(0))] }))).toEqual(["requested"]);
  });

  it("after a crash makes those that are missing", async () => {
    const given = input();
    // Each request is a transaction of its own: the process dies after the first.
    await requestRefunds(support, { ...given, targets: given.targets.slice(0, 1) });
    expect(await kindsOf(given)).toEqual(["requested", "requested", "requested"]);
    expect(await countRequests(finance)).toBe(3);
  });

  it("does not request again what finance has declined since", async () => {
    const given = input({ targets: [targetOf(at(0))] });
    const outcome = await requestRefunds(support, given);
    const [first] = outcome.kind === "done" ? outcome.payments : [];
    if (first?.kind !== "requested") throw new Error("not requested");
    await declineRequest(finance, { requestId: first.requestId, text: "No" });
    expect(await requestRefunds(support, given)).toEqual(outcome);
    expect(await countRequests(finance)).toBe(0);
  });

  it("with another note, or by another person, is another one, and the first is named", async () => {
    const given = input();
    await requestRefunds(support, given);
    expect(await kindsOf({ ...given, note: "Batch 8" })).toEqual(payments.map(() => "already_open"));
    const other = await requestRefunds(await harness.ctxOf("ops"), given);
    expect(other).toMatchObject({ payments: payments.map(() => ({ kind: "already_open" })) });
    expect(await countRequests(finance)).toBe(3);
  });
});

it("a service that does not answer is named for its payment, and the same submission tries again", async () => {
  const given = input();
  harness.service.next("/v1/ops/refunds/balance", BUSY);
  const first = await kindsOf(given);
  expect(Array.isArray(first) ? [...first].sort() : first).toEqual([
    "requested",
    "requested",
    "service_error",
  ]);
  expect(await countRequests(finance)).toBe(2);
  expect(await kindsOf(given)).toEqual(payments.map(() => "requested"));
  expect(await countRequests(finance)).toBe(3);
});

it("one without the reason that is required, with odd characters or of too many requests nothing", async () => {
  const admin = await harness.ctxOf("admin");
  const other = { code: "other", name: "Other", nameHi: "", needsText: true, isActive: true, isNew: true };
  await saveReason(admin, other);
  await requireReason(admin, { isRequired: true });
  expect(await kindsOf(input())).toEqual({ kind: "invalid", field: "reason", fault: "required" });
  expect(await kindsOf(input({ reason: "Other", reasonCode: "other" }))).toMatchObject({
    fault: "needs_text",
  });
  expect(await kindsOf(input({ reason: "Other: x", reasonCode: "late" }))).toMatchObject({
    fault: "changed",
  });
  const chosen = { reason: "Other: x", reasonCode: "other" };
  expect(await kindsOf(input({ ...chosen, note: "a\u0000b" }))).toMatchObject({ field: "note" });
  expect(await kindsOf(input({ ...chosen, targets: [] }))).toMatchObject({ field: "form" });
  const many = Array.from({ length: 201 }, (_, n) => ({ reference: `R${n}`, transactionId: `T${n}` }));
  expect(await kindsOf(input({ ...chosen, targets: many }))).toMatchObject({ field: "form" });
  expect(await countRequests(finance)).toBe(0);
  expect(await kindsOf(input(chosen))).toEqual(payments.map(() => "requested"));
});
