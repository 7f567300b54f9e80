import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TransactionRecord } from "@/lib/contract/responses";
import { readDatabaseClock } from "@/server/platform/database-clock";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { readRefundable, type RefundableReading } from "./read-refundable";

let harness: Harness;
let payment: TransactionRecord;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1", currency: "USD" });
  await harness.services.routing.capabilities();
  harness.service.calls.length = 0;
});
afterAll(() => harness.stop());

const BALANCE = "/v1/ops/refunds/balance";
const read = (reference = "ORD-1", transactionId = payment.transaction_id): Promise<RefundableReading> =>
  readRefundable(harness.services, { reference, transactionId });
const paths = () => harness.service.calls.map((call) => call.path);

describe("where the service tells a balance", () => {
  it("one call tells everything that a refund is evaluated by", async () => {
    harness.service.refundOutsideDashboard(payment, "100.00").refund_status = "SUCCESS";
    harness.service.refundOutsideDashboard(payment, "20.25");
    expect(await read()).toMatchObject({
      kind: "refundable",
      currency: "USD",
      paidPaise: 50_000n,
      gateway: null,
      service: { refundedPaise: 10_000n, inProgressPaise: 2_025n, remainingPaise: 37_975n },
    });
    expect(paths()).toEqual([BALANCE]);
  });

  it("the balance is as of before it was requested, so that no refund made meanwhile counts as in it", async () => {
    let arrivedAtMs = 0;
    const act = async () => (arrivedAtMs = await readDatabaseClock(harness.pool));
    harness.service.next(BALANCE, { kind: "meanwhile", act });
    const reading = await read();
    if (reading.kind !== "refundable" || reading.service === null) throw new Error(reading.kind);
    expect(reading.service.fetchedAtMs).toBeLessThan(arrivedAtMs);
  });

  it("a payment that is not paid is reported with its status", async () => {
    payment.transaction_status = "DROP";
    expect(await read()).toEqual({ kind: "not_refundable", status: "DROP" });
  });

  it("a payment of another reference is none of this one", async () => {
    expect(await read("ORD-2")).toEqual({ kind: "not_refundable", status: null });
  });

  it("a payment that the service does not have is none", async () => {
    expect(await read("ORD-1", "TXN0")).toEqual({ kind: "not_refundable", status: null });
  });

  it("an operation that is gone since it was offered is a service error: its refunds made outside the dashboard are not known", async () => {
    harness.service.next(BALANCE, {
      kind: "answer",
      status: 404,
      body: '{"detail":"Not found."}',
      effect: false,
    });
    expect(await read()).toEqual({ kind: "service_error", serviceError: { kind: "unavailable" } });
  });

  it.each([
    [502, {}, { kind: "unavailable" }],
    [429, { "retry-after": "7" }, { kind: "busy", retryAfterSeconds: 7 }],
  ])(
    "an answer of %i is a service error, and nothing is read from elsewhere",
    async (status, headers, serviceError) => {
      const body = '{"detail":"Wait."}';
      harness.service.next(BALANCE, { kind: "answer", status, body, headers, effect: false });
      expect(await read()).toEqual({ kind: "service_error", serviceError });
      expect(paths()).toEqual([BALANCE]);
    },
  );
});

describe("where the service has the five endpoints alone", () => {
  beforeEach(() => {
    harness.service.ops = null;
    harness.services = harness.connect();
  });

  it("the record tells the payment, and no balance", async () => {
    expect(await read()).toEqual({
      kind: "refundable",
      alert: null,
      currency: "USD",
      paidPaise: 50_000n,
      gateway: null,
      service: null,
      isTest: false,
    });
  });

  it("a payment that is not paid, not of this reference or not there is not refundable", async () => {
    expect(await read("ORD-1", "TXN0")).toEqual({ kind: "not_refundable", status: null });
    expect(await read("ORD-2")).toEqual({ kind: "not_refundable", status: null });
    payment.transaction_status = "FAILURE";
    expect(await read()).toEqual({ kind: "not_refundable", status: "FAILURE" });
  });

  it("an answer that says nothing is a service error", async () => {
    harness.service.next("transaction_status", {
      kind: "answer",
      status: 502,
      body: "<html>",
      effect: false,
    });
    expect(await read()).toEqual({ kind: "service_error", serviceError: { kind: "unavailable" } });
  });
});
