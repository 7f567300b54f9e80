import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TransactionRecord } from "@/lib/contract/responses";
import type { RequestRefundInput } from "@/lib/refunds/refund-form-view";
import type { Ctx } from "../../context";
import { refundForm } from "../queries/refund-form";
import { reportedEvents } from "@/tools/testing/dashboard/notifications";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { refundInput } from "@/tools/testing/dashboard/refund-input";
import { refundSeparately } from "@/tools/testing/dashboard/separate-refund";
import { requestRefund } from "./request-refund";

let harness: Harness;
let ctx: Ctx;
let payment: TransactionRecord;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  ctx = await harness.ctxOf("finance");
  payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
});
afterAll(() => harness.stop());

/** Many calls at once take longer than a second on a busy machine: an outcome that is unknown for that is not what is tested. */
const PATIENT_MS = 60_000;

const form = (fields: Partial<RequestRefundInput> = {}): RequestRefundInput => refundInput(payment, fields);
const sent = () => harness.service.callsOf("refund_initiate").length;
const actions = async () => (await harness.audit()).map((row) => row.action);
const stateOf = async (intentId: string) => {
  const { rows } = await harness.pool.query<{ state: string }>(
    "select state from refund_intents where id = $1",
    [intentId],
  );
  return rows[0]?.state;
};

it("refunds once, writes down the request and the response, and audits both", async () => {
  const input = form({ amount: "120.5" });
  const outcome = await requestRefund(ctx, input);
  expect(outcome).toEqual({
    kind: "accepted",
    intentId: input.intentId,
    refundId: harness.service.refunds[0]?.refund_id,
  });
  expect(harness.service.refunds).toMatchObject([{ refund_amount: "120.50", refund_reason: "Damaged" }]);
  expect(await actions()).toEqual(["refund_requested", "refund_accepted"]);
  expect((await harness.audit()).every((row) => row.actor_email === ctx.actor.email)).toBe(true);
});

it("submitted 20 times at once, one form makes one call and one outcome (failure 1)", async () => {
  ctx = { ...ctx, routing: harness.connect(PATIENT_MS).routing };
  const input = form();
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => requestRefund(ctx, input)));
  expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
  expect(outcomes[0]?.kind).toBe("accepted");
  expect(sent()).toBe(1);
  expect(await requestRefund(ctx, input)).toEqual(outcomes[0]);
  expect(sent()).toBe(1);
});

it("a form's id with other values is refused, and so is another person's", async () => {
  const input = form();
  await requestRefund(ctx, input);
  const colleague = await harness.ctxOf("finance");
  for (const outcome of [
    await requestRefund(ctx, { ...input, amount: "120.26" }),
    await requestRefund(ctx, { ...input, reason: "" }),
    await requestRefund(colleague, input),
  ]) {
    expect(outcome).toMatchObject({ kind: "invalid", field: "form" });
  }
  expect(sent()).toBe(1);
});

it("50 people refunding one payment at once never exceed it (failure 2)", async () => {
  const { routing } = harness.connect(PATIENT_MS);
  const people = (await Promise.all(Array.from({ length: 50 }, () => harness.ctxOf("finance")))).map(
    (person) => ({ ...person, routing }),
  );
  for (let round = 0; round < 6; round += 1) {
    await Promise.all(people.map((person) => refundSeparately(person, form({ amount: "100.00" }))));
  }
  expect(harness.service.refundedPaise(payment.transaction_id)).toBe(50_000n);
  expect(sent()).toBe(5);
  expect(await requestRefund(ctx, form({ amount: "0.01" }))).toEqual({
    kind: "exceeds_balance",
    left: "0.00",
    currency: "INR",
  });
});

it("counts refunds made outside the dashboard", async () => {
  harness.service.refundOutsideDashboard(payment, "400.00");
  expect(await requestRefund(ctx, form({ amount: "100.01" }))).toEqual({
    kind: "exceeds_balance",
    left: "100.00",
    currency: "INR",
  });
  expect((await requestRefund(ctx, form({ amount: "100.00" }))).kind).toBe("accepted");
});

describe("an answer that never comes (failure 3)", () => {
  it("is unknown, stays reserved, and blocks another refund of the payment only", async () => {
    harness.service.next("refund_initiate", { kind: "drop", when: "after" });
    const input = form();
    expect(await requestRefund(ctx, input)).toEqual({ kind: "unknown", intentId: input.intentId });
    expect(await requestRefund(ctx, input)).toEqual({ kind: "unknown", intentId: input.intentId });
    expect(await requestRefund(ctx, form())).toMatchObject({
      kind: "blocked",
      blockedBy: { intentId: input.intentId, state: "UNKNOWN", requestedBy: ctx.actor.name },
    });
    expect(sent()).toBe(1);

    const target = { reference: "ORD-1", transactionId: payment.transaction_id };
    expect(await refundForm(ctx, target)).toMatchObject({
      kind: "ready",
      balance: { paid: "500.00", refunded: "0.00", inProgress: "240.50", left: "259.50", source: "service" },
      blockedBy: { intentId: input.intentId },
    });

    const other = harness.service.addPayment({ merchant_transaction_id: "ORD-2" });
    const elsewhere = form({ reference: "ORD-2", transactionId: other.transaction_id });
    expect((await requestRefund(ctx, elsewhere)).kind).toBe("accepted");
  });

  it.each([
    ["a page under 200", { kind: "answer", status: 200, body: "<html>", effect: true }],
    [
      "a 201 of wrong types",
      { kind: "answer", status: 201, body: '{"success":"yes","refund_id":7}', effect: true },
    ],
    [
      "a 500 in the service's own shape",
      { kind: "answer", status: 500, body: '{"success":false,"message":"","data":null}', effect: true },
    ],
    ["a 502 page", { kind: "answer", status: 502, body: "<html>", effect: true }],
    ["a 201 without refund_id", { kind: "answer", status: 201, body: '{"success":true}', effect: true }],
    ["a cut-off answer", { kind: "truncate" }],
    [
      "a 409",
      { kind: "answer", status: 409, body: '{"success":false,"message":"","data":null}', effect: true },
    ],
  ] as const)("%s is such an answer", async (_name, misbehaviour) => {
    harness.service.next("refund_initiate", misbehaviour);
    expect((await requestRefund(ctx, form())).kind).toBe("unknown");
  });
});

describe("a definite no", () => {
  it("tells the service's words and the balance in them, and reserves nothing", async () => {
    harness.service.ops = null;
    harness.service.refundOutsideDashboard(payment, "450.00");
    expect(await requestRefund(ctx, form())).toEqual({
      kind: "refused",
      message: "Refund amount exceeds refundable balance. Remaining refundable: 50.00",
      left: "50.00",
    });
    expect(await actions()).toEqual(["refund_requested", "refund_refused"]);
    // What was refunded outside may have failed since: the service decides each time.
    expect(await requestRefund(ctx, form())).toMatchObject({ kind: "refused", left: "50.00" });
    const { refunds } = harness.service;
    Object.assign(refunds[0] ?? {}, { refund_status: "FAILURE" });
    expect((await requestRefund(ctx, form())).kind).toBe("accepted");
  });

  it("success: false in a 201 is one too (failure 8)", async () => {
    const body = '{"success":false,"message":"Gateway refused.","data":null}';
    harness.service.next("refund_initiate", { kind: "answer", status: 201, body, effect: false });
    expect(await requestRefund(ctx, form())).toEqual({
      kind: "refused",
      message: "Gateway refused.",
      left: null,
    });
    // Whoever waits in the form reads it.
    expect(await reportedEvents(harness)).toEqual([]);
  });

  it.each([
    ["a refused key", 401, '{"detail":"Invalid authentication hash."}', { kind: "key_refused" }],
    [
      "too many calls",
      429,
      '{"success":false,"message":"Wait.","data":null}',
      { kind: "busy", retryAfterSeconds: 1 },
    ],
  ])(
    "%s means that nothing was done: a new form may try again",
    async (_name, status, body, serviceError) => {
      harness.service.next("refund_initiate", { kind: "answer", status, body, effect: false });
      const input = form();
      expect(await requestRefund(ctx, input)).toEqual({ kind: "not_sent", serviceError });
      expect(await requestRefund(ctx, input)).toEqual({ kind: "not_sent", serviceError });
      expect((await requestRefund(ctx, form())).kind).toBe("accepted");
    },
  );
});

it.each(["\u202Etxt.exe", "a|b", "=1+1", "🙂".repeat(500), "<b>नमस्ते</b>"])(
  "a reason is sent and kept as it was written: %j",
  async (reason) => {
    expect((await requestRefund(ctx, form({ reason }))).kind).toBe("accepted");
    const [call] = harness.service.callsOf("refund_initiate");
    expect(JSON.parse(call?.body ?? "")).toMatchObject({ refund_reason: reason });
    const { rows } = await harness.pool.query("select reason from refund_intents");
    expect(rows).toEqual([{ reason }]);
  },
);

describe("nothing is sent", () => {
  it.each(["1e3", "NaN", "0.001", "-1", " 5 ", "5,0", "٥", "0", "0.00", "", "99999999999999"])(
    "for the amount %j (failure 11)",
    async (amount) => {
      expect(await requestRefund(ctx, form({ amount }))).toMatchObject({ kind: "invalid", field: "amount" });
    },
  );

  it.each([
    [{ reference: "A|B" }, "form", "unaskable"],
    [{ transactionId: "TXN|1" }, "form", "unaskable"],
    [{ reference: "a\0b" }, "form", "unaskable"],
    [{ reference: "x".repeat(10_000) }, "form", "unaskable"],
    [{ intentId: "1" }, "form", "incomplete"],
    [{ amount: "0.00" }, "amount", "zero"],
    [{ amount: "1e3" }, "amount", "malformed"],
    [{ reason: "a\0b" }, "reason", "characters"],
    [{ reason: "\ud800" }, "reason", "characters"],
    [{ reason: "a\uffff" }, "reason", "characters"],
    [{ reason: "x".repeat(501) }, "reason", "too_long"],
  ])("for %j, and the fault is reported by its name, not in words", async (fields, field, fault) => {
    expect(await requestRefund(ctx, form(fields))).toEqual({ kind: "invalid", field, fault });
    expect(harness.service.callsOf("refund_initiate")).toEqual([]);
  });

  it.each([null, 7, {}, { intentId: randomUUID() }])(
    "for an input that is not the form's: %j",
    async (input) => {
      expect(await requestRefund(ctx, input)).toMatchObject({ kind: "invalid", field: "form" });
    },
  );

  it("when the payment is not paid, or not there", async () => {
    const unpaid = harness.service.addPayment({
      merchant_transaction_id: "ORD-3",
      transaction_status: "INITIATED",
    });
    const input = form({ reference: "ORD-3", transactionId: unpaid.transaction_id });
    expect(await requestRefund(ctx, input)).toEqual({ kind: "not_refundable", status: "INITIATED" });
    expect(await requestRefund(ctx, form({ reference: "ORD-4" }))).toEqual({
      kind: "not_refundable",
      status: null,
    });
    expect(await requestRefund(ctx, form({ transactionId: "TXN0" }))).toEqual({
      kind: "not_refundable",
      status: null,
    });
  });

  it("when the service cannot be read before", async () => {
    harness.service.next("/v1/ops/refunds/balance", {
      kind: "answer",
      status: 502,
      body: "<html>",
      effect: false,
    });
    expect(await requestRefund(ctx, form())).toEqual({
      kind: "not_sent",
      serviceError: { kind: "unavailable" },
    });
  });

  it.each(["support", "ops"] as const)("for %s, and the attempt is audited (failure 33)", async (role) => {
    const person = await harness.ctxOf(role);
    expect(await requestRefund(person, form())).toEqual({ kind: "forbidden" });
    expect(await harness.audit()).toMatchObject([
      {
        action: "forbidden",
        actor_email: person.actor.email,
        subject_id: payment.transaction_id,
        detail: { deed: "refund_payment", role },
      },
    ]);
  });

  it("when the audit row cannot be written, and nothing stays behind (failure 38)", async () => {
    const mend = await harness.breakAudit();
    await expect(requestRefund(ctx, form())).rejects.toThrow("disk full");
    await mend();
    const { rows } = await harness.pool.query("select 1 from refund_intents");
    expect(rows).toEqual([]);
  });

  afterEach(() => {
    if (harness.service.callsOf("refund_initiate").length > 0) throw new Error("a refund was sent");
  });
});

it("an answer that cannot be stored is reported as unknown, and stays SENDING for its job", async () => {
  const mend = await harness.breakAudit(["refund_requested"]);
  const input = form();
  expect(await requestRefund(ctx, input)).toEqual({ kind: "unknown", intentId: input.intentId });
  expect(await stateOf(input.intentId)).toBe("SENDING");
  await mend();
});

it("works with a pool of one connection (failure 40)", async () => {
  const narrow = await startHarness({ maxConnections: 1 });
  try {
    const paid = narrow.service.addPayment({ merchant_transaction_id: "ORD-1" });
    const person = await narrow.ctxOf("finance");
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () => requestRefund(person, form({ transactionId: paid.transaction_id }))),
    );
    expect(outcomes.filter((outcome) => outcome.kind === "accepted").length).toBeGreaterThan(0);
    expect(narrow.service.refundedPaise(paid.transaction_id)).toBeLessThanOrEqual(50_000n);
  } finally {
    await narrow.stop();
  }
});
