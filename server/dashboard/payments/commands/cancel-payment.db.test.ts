import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TransactionRecord } from "@/lib/contract/responses";
import type { Ctx } from "../../context";
import { resolveCancellation } from "../jobs/resolve-cancellation";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { cancelPayment } from "./cancel-payment";

const CANCELLED = "Transaction cancelled";

let harness: Harness;
let ctx: Ctx;
let payment: TransactionRecord;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  ctx = await harness.ctxOf("ops");
  payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1", transaction_status: "INITIATED" });
});
afterAll(() => harness.stop());

const cancel = (transactionId = payment.transaction_id) =>
  cancelPayment(ctx, { reference: "ORD-1", transactionId });
const sent = () => harness.service.callsOf("transaction_cancel").length;
const actions = async () => (await harness.audit()).map((row) => row.action);
const states = async () => {
  const { rows } = await harness.pool.query<{ state: string }>("select state from cancellations");
  return rows.map((row) => row.state);
};

it("cancels the newest record while it is INITIATED, and audits the action and its outcome", async () => {
  expect(await cancel()).toEqual({ kind: "cancelled" });
  expect(payment.transaction_status).toBe("CANCELLED");
  expect(await actions()).toEqual(["cancel_requested", "cancel_cancelled"]);
  expect(await states()).toEqual(["cancelled"]);
});

describe("losing the race (failure 22)", () => {
  it("before the call: the record as it is now, and nothing sent", async () => {
    payment.transaction_status = "SUCCESS";
    expect(await cancel()).toMatchObject({
      kind: "already_processed",
      payment: { status: "SUCCESS", isLatest: true },
    });
    expect(sent()).toBe(0);
  });

  it("between the look and the call: the record as it is then", async () => {
    const act = (): void => void (payment.transaction_status = "SUCCESS");
    harness.service.next("transaction_cancel", { kind: "meanwhile", act });
    expect(await cancel()).toMatchObject({ kind: "already_processed", payment: { status: "SUCCESS" } });
    expect(await states()).toEqual(["refused"]);
  });

  it("to a new attempt of the customer, which the call hits instead: what became of this record is reported", async () => {
    const act = (): void => {
      payment.transaction_status = "FAILURE";
      harness.service.addPayment({ merchant_transaction_id: "ORD-1", transaction_status: "INITIATED" });
    };
    harness.service.next("transaction_cancel", { kind: "meanwhile", act });
    expect(await cancel()).toMatchObject({
      kind: "already_processed",
      payment: { status: "FAILURE", isLatest: false },
      isNewerAtRisk: true,
    });
    // The service accepted the call: the record must not say that it refused.
    expect(await states()).toEqual(["unknown"]);
    expect((await harness.audit()).at(-1)).toMatchObject({
      action: "cancel_unknown",
      detail: { transactionId: payment.transaction_id, status: "FAILURE" },
    });
  });
});

describe("a cancel that may have hit a newer attempt of the customer says so", () => {
  const another = () =>
    harness.service.addPayment({ merchant_transaction_id: "ORD-1", transaction_status: "INITIATED" });
  const page = { kind: "answer", status: 502, body: "<html>", effect: false } as const;

  it("after a good response without a second read: cancelled, unconfirmed which attempt", async () => {
    harness.service.next("transaction_status", { kind: "meanwhile", act: () => undefined });
    harness.service.next("transaction_status", page);
    harness.service.next("transaction_cancel", { kind: "meanwhile", act: another });
    expect(await cancel()).toEqual({ kind: "cancelled_unconfirmed", message: CANCELLED });
    expect(payment.transaction_status).toBe("INITIATED");
    expect(await states()).toEqual(["unknown"]);
    expect((await harness.audit()).at(-1)).toMatchObject({
      action: "cancel_unknown",
      detail: { transactionId: payment.transaction_id, message: CANCELLED },
    });
  });

  it("after a good response, with this payment still INITIATED", async () => {
    harness.service.next("transaction_cancel", { kind: "meanwhile", act: another });
    expect(await cancel()).toEqual({
      kind: "newer_may_be_cancelled",
      latestTransactionId: expect.not.stringMatching(payment.transaction_id) as string,
    });
    expect(payment.transaction_status).toBe("INITIATED");
    expect(await states()).toEqual(["unknown"]);
  });

  it("after a lost response, with this payment still INITIATED", async () => {
    harness.service.next("transaction_status", { kind: "meanwhile", act: () => undefined });
    harness.service.next("transaction_status", { kind: "meanwhile", act: another });
    harness.service.next("transaction_cancel", { kind: "drop", when: "before" });
    expect(await cancel()).toMatchObject({ kind: "newer_may_be_cancelled" });
    expect(await states()).toEqual(["unknown"]);
  });
});

it("a refused cancel of a payment that has ended says nothing of the newer attempt", async () => {
  const act = (): void => {
    payment.transaction_status = "FAILURE";
    harness.service.addPayment({ merchant_transaction_id: "ORD-1", transaction_status: "SUCCESS" });
  };
  harness.service.next("transaction_cancel", { kind: "meanwhile", act });
  expect(await cancel()).toMatchObject({
    kind: "already_processed",
    payment: { status: "FAILURE", isLatest: false },
    isNewerAtRisk: false,
  });
});

it("sends nothing for a record that is not the newest: the service would cancel another", async () => {
  const newer = harness.service.addPayment({
    merchant_transaction_id: "ORD-1",
    transaction_status: "INITIATED",
  });
  expect(await cancel()).toEqual({ kind: "not_latest", latestTransactionId: newer.transaction_id });
  expect(sent()).toBe(0);
});

it.each([
  { reference: "ORD-0", transactionId: "TXN1" },
  { reference: "A|B", transactionId: "TXN1" },
  null,
  {},
])("%j is not found, and nothing is sent", async (input) => {
  expect(await cancelPayment(ctx, input)).toEqual({ kind: "not_found" });
  expect(sent()).toBe(0);
});

describe("an answer that never comes", () => {
  it("is cancelled when the record says so afterwards", async () => {
    harness.service.next("transaction_cancel", { kind: "drop", when: "after" });
    expect(await cancel()).toEqual({ kind: "cancelled" });
  });

  it.each([
    ["a dropped connection", { kind: "drop", when: "before" }],
    ["a 502 page", { kind: "answer", status: 502, body: "<html>", effect: false }],
    ["an empty 200", { kind: "answer", status: 200, body: "", effect: false }],
  ] as const)(
    "is unknown while the record is still INITIATED, for the call may yet arrive: %s",
    async (_name, misbehaviour) => {
      harness.service.next("transaction_cancel", misbehaviour);
      expect(await cancel()).toEqual({ kind: "unknown" });
      expect(await actions()).toEqual(["cancel_requested", "cancel_unknown"]);
    },
  );

  it("is unknown when the record cannot be read either", async () => {
    harness.service.next("transaction_cancel", { kind: "truncate" });
    harness.service.next("transaction_status", { kind: "meanwhile", act: () => undefined });
    harness.service.next("transaction_status", {
      kind: "answer",
      status: 502,
      body: "<html>",
      effect: false,
    });
    expect(await cancel()).toEqual({ kind: "unknown" });
  });
});

it("a refusal for another reason is reported in the service's words", async () => {
  const body = '{"success":false,"message":"Cancelling is switched off."}';
  harness.service.next("transaction_cancel", { kind: "answer", status: 400, body, effect: false });
  expect(await cancel()).toEqual({ kind: "refused", message: "Cancelling is switched off." });
});

it("a refused key means that nothing was done", async () => {
  const body = '{"detail":"Invalid authentication hash."}';
  harness.service.next("transaction_cancel", { kind: "answer", status: 401, body, effect: false });
  expect(await cancel()).toEqual({ kind: "not_sent", serviceError: { kind: "key_refused" } });
  expect(await states()).toEqual(["not_sent"]);
});

it("is refused to support inside the command, and audited (failure 33)", async () => {
  ctx = await harness.ctxOf("support");
  expect(await cancel()).toEqual({ kind: "forbidden" });
  expect(await harness.audit()).toMatchObject([{ action: "forbidden", detail: { deed: "cancel_payment" } }]);
  expect(harness.service.calls).toEqual([]);
});

it("does not happen when its audit row cannot be written (failure 38)", async () => {
  const mend = await harness.breakAudit();
  await expect(cancel()).rejects.toThrow("disk full");
  await mend();
  expect(sent()).toBe(0);
  expect(await states()).toEqual([]);
});

it("whose process died before the end was stored is closed as unknown by a worker", async () => {
  const mend = await harness.breakAudit(["cancel_requested"]);
  expect(await cancel()).toEqual({ kind: "cancelled" });
  await mend();
  expect(await states()).toEqual(["requested"]);
  const { rows } = await harness.pool.query<{ id: string }>("select id from cancellations");
  await resolveCancellation(harness.services, rows[0]?.id ?? "");
  expect(await states()).toEqual(["unknown"]);
});
