import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PAYMENT_STATUSES } from "@/lib/contract/statuses";
import { paymentWebhookSchema } from "@/lib/contract/webhooks";
import { movePayment, type Payment } from "../payments/payment";
import { evaluateAttempt, RETRY_AFTER_MS } from "./webhook-delivery";
import { afterFailure, hasFailedForTooLong, HEALTHY, isStruggling, maxInFlight } from "./webhook-endpoint";
import { paymentWebhook } from "./webhook-event";

const AT = new Date("2026-01-31T09:00:00.000Z");
const HOUR_MS = 3_600_000;
const policy = { retryScale: 1, disableAfterMs: 5 * 24 * HOUR_MS, keepForMs: HOUR_MS };
const answered = (status: number, retryAfter: string | null = null) =>
  ({ kind: "answered", status, retryAfter }) as const;
const evaluate = (outcome: Parameters<typeof evaluateAttempt>[0], tries = 1, random = 0.5) =>
  evaluateAttempt(outcome, { tries, at: AT, policy, random });

const payment: Payment = {
  merchantId: 1,
  id: "TXN202601311769850000000",
  reference: "ORDER-1",
  attempt: 1,
  status: "INITIATED",
  amountPaise: 149_900n,
  currency: "INR",
  customer: { email: "customer@example.com", phone: "9876543210", name: "A Customer" },
  paymentMethod: "UPI",
  cardScheme: null,
  issuingBank: null,
  udf1: "one",
  udf2: null,
  udf3: null,
  surl: null,
  furl: null,
  checkoutToken: "test-token",
  gateway: "simulator",
  gatewayAccount: null,
  gatewayCheckoutId: "c1",
  gatewayCheckoutUrl: null,
  gatewayTransactionId: null,
  paidMethod: null,
  failure: null,
  polledUntil: null,
  createdAt: AT,
  linkIssuedAt: AT,
  expiresAt: AT,
  completedAt: null,
};

describe("what a webhook contains", () => {
  test("the record as it is at that moment, in the bytes that every attempt sends", () => {
    const paid = movePayment(payment, "SUCCESS", new Date("2026-01-31T09:05:00.000Z"), "simpay_1");
    if (!paid.ok) throw new Error("the payment could not be paid");
    expect(paymentWebhook(paid.value)).toEqual({
      event: "payment.succeeded",
      sequence: 2,
      occurredAt: new Date("2026-01-31T09:05:00.000Z"),
      body:
        '{"type":"payment.succeeded","timestamp":"2026-01-31T09:05:00.000Z","data":{"sequence":2,' +
        '"transaction_id":"TXN202601311769850000000","merchant_transaction_id":"ORDER-1","transaction_amount":"1499.00",' +
        '"transaction_status":"SUCCESS","transaction_date_time":"2026-01-31T09:00:00.000Z",' +
        '"gateway_transaction_id":"simpay_1","currency":"INR","udf1":"one","udf2":null,"udf3":null,"test":true,' +
        '"completed_at":"2026-01-31T09:05:00.000Z"}}',
    });
  });

  test("every status has its event, in the shape that receivers are promised, without the customer's contact", () => {
    for (const status of PAYMENT_STATUSES) {
      const completedAt = status === "INITIATED" ? null : AT;
      const { body, event } = paymentWebhook({ ...payment, status, completedAt });
      const read = paymentWebhookSchema.parse(JSON.parse(body));
      expect([read.type, read.data.transaction_status]).toEqual([event, status]);
      expect(body).not.toMatch(/customer@|9876543210|A Customer|test-token/);
    }
  });

  test("the sequence grows over all events of a reference, in the order in which they can happen", () => {
    const sequences = [1, 2, 3].flatMap((attempt) =>
      (["INITIATED", "FAILURE"] as const).map(
        (status) => paymentWebhook({ ...payment, attempt, status }).sequence,
      ),
    );
    expect(sequences).toEqual([1, 2, 3, 4, 5, 6]);
  });
});

describe("when it is tried again", () => {
  test("only 2xx is success; 410 ends it; everything else is repeated", () => {
    expect([200, 201, 204, 299].map((status) => evaluate(answered(status)).kind)).toEqual(
      Array(4).fill("delivered"),
    );
    expect(evaluate(answered(410))).toEqual({ kind: "gone" });
    expect(
      [100, 199, 300, 301, 307, 400, 401, 404, 409, 429, 500, 503].map(
        (status) => evaluate(answered(status)).kind,
      ),
    ).toEqual(Array(12).fill("retry"));
    expect(evaluate({ kind: "unanswered" }).kind).toBe("retry");
  });

  test("over at least 24 hours whatever the jitter, each wait longer than the one before, and then no more", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 10, maxLength: 10 }),
        (randoms) => {
          const waits = randoms.map((random, index) => {
            const verdict = evaluate({ kind: "unanswered" }, index + 1, random);
            if (verdict.kind !== "retry") throw new Error(`attempt ${index + 1} was the last`);
            return verdict.at.getTime() - AT.getTime();
          });
          expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThanOrEqual(24 * HOUR_MS);
          expect([...waits].sort((a, b) => a - b)).toEqual(waits);
        },
      ),
    );
    expect(RETRY_AFTER_MS).toHaveLength(10);
    expect(evaluate({ kind: "unanswered" }, 11)).toEqual({ kind: "given_up" });
  });

  test.each([
    [503, "120", 120_000],
    [429, "Sat, 31 Jan 2026 10:00:00 GMT", HOUR_MS],
    [503, "999999999", 12 * HOUR_MS],
    [503, "0", 5_000],
    [503, "-5", 5_000],
    [503, "soon", 5_000],
    [503, "Sat, 31 Jan 2026 08:00:00 GMT", 5_000],
    [500, "120", 5_000],
  ])("%i with Retry-After %j is repeated after %i ms", (status, retryAfter, waitMs) => {
    expect(evaluate(answered(status, retryAfter))).toEqual({
      kind: "retry",
      at: new Date(AT.getTime() + waitMs),
    });
  });
});

describe("how an endpoint is evaluated", () => {
  const healthy = { ...HEALTHY, lastSuccessAt: null };
  const failing = (times: number) =>
    Array.from({ length: times }).reduce<typeof healthy | ReturnType<typeof afterFailure>>(
      (health) => afterFailure(health, AT, policy),
      healthy,
    );

  test("from the third failure in a row on it struggles: held for longer and longer, bounded", () => {
    expect([0, 1, 2, 3, 4].map((times) => isStruggling(failing(times)))).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
    const holdMs = (times: number): number =>
      (failing(times).heldUntil?.getTime() ?? AT.getTime()) - AT.getTime();
    expect([2, 3, 4, 5, 9, 100].map(holdMs)).toEqual([0, 5_000, 10_000, 20_000, 300_000, 300_000]);
  });

  test("only one that works gets several requests at a time", () => {
    expect(maxInFlight({ ...healthy, lastSuccessAt: AT })).toBe(16);
    expect(maxInFlight(healthy)).toBe(1);
    expect(maxInFlight(afterFailure({ ...healthy, lastSuccessAt: AT }, AT, policy))).toBe(1);
  });

  test("its failing is counted from the first failure, and is too long after five days", () => {
    const first = afterFailure(healthy, AT, policy);
    const last = new Date(AT.getTime() + policy.disableAfterMs);
    const later = afterFailure(first, last, policy);
    expect(later.failingSince).toEqual(AT);
    expect(hasFailedForTooLong(later, last, policy)).toBe(true);
    expect(hasFailedForTooLong(later, new Date(last.getTime() - 1), policy)).toBe(false);
    expect(hasFailedForTooLong(healthy, last, policy)).toBe(false);
  });
});
