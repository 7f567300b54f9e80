import { describe, expect, test } from "vitest";
import {
  PAYMENT_STATUSES,
  type PaymentStatus,
  REFUND_STATUSES,
  type RefundStatus,
} from "@/lib/contract/statuses";
import {
  INITIALISATION_LIMIT_MS,
  isAbandonedBeforeLink,
  isExpired,
  MAX_ATTEMPTS,
  mayRetry,
  RETRY_WITHIN_MS,
  movePayment,
  type Payment,
} from "./payment";
import { admitRefund, moveRefund, type Refund, remainingPaise } from "../refunds/refund";

const AT = new Date("2026-01-02T03:04:05.678Z");
const payment = (status: PaymentStatus): Payment => ({
  merchantId: 1,
  id: "TXN1",
  reference: "R",
  attempt: 1,
  amountPaise: 50_000n,
  currency: "INR",
  status,
  checkoutToken: "t",
  customer: { email: null, phone: "1234567", name: null },
  paymentMethod: null,
  cardScheme: null,
  issuingBank: null,
  udf1: null,
  udf2: null,
  udf3: null,
  surl: null,
  furl: null,
  gateway: "simulator",
  gatewayAccount: null,
  gatewayCheckoutId: "c",
  gatewayTransactionId: null,
  createdAt: AT,
  linkIssuedAt: AT,
  expiresAt: AT,
  completedAt: null,
  gatewayCheckoutUrl: null,
  paidMethod: null,
  failure: null,
  polledUntil: null,
});
const refund = (status: RefundStatus): Refund => ({
  merchantId: 1,
  kind: "refund",
  id: "RFD1",
  paymentId: "TXN1",
  charge: null,
  reference: "R",
  amountPaise: 100n,
  currency: "INR",
  status,
  reason: null,
  gateway: "simulator",
  gatewayRefundId: null,
  requestedAt: AT,
  completedAt: null,
  isUnsent: false,
  succeededLateAt: null,
  lateChanges: 0,
  failure: null,
});

describe("every move of a payment, as a table (specification 3.1, decision 0032)", () => {
  test.each(PAYMENT_STATUSES.flatMap((from) => PAYMENT_STATUSES.map((to) => [from, to] as const)))(
    "%s → %s",
    (from, to) => {
      const moved = movePayment(payment(from), to, AT);
      const isEdge = from === "INITIATED" && to !== "INITIATED";
      expect(moved.ok).toBe(isEdge);
      if (moved.ok) expect(moved.value).toMatchObject({ status: to, completedAt: AT });
      else expect(moved.error).toEqual({ kind: "illegal_move", from, to });
    },
  );
});

test("a move keeps the gateway's own id unless it brings one, and all else of the record", () => {
  const known = { ...payment("INITIATED"), gatewayTransactionId: "g1" };
  const kept = movePayment(known, "SUCCESS", AT);
  expect(kept).toEqual({ ok: true, value: { ...known, status: "SUCCESS", completedAt: AT } });
  expect(movePayment(known, "SUCCESS", AT, "g2")).toMatchObject({ value: { gatewayTransactionId: "g2" } });
  expect(moveRefund({ ...refund("INITIATED"), gatewayRefundId: "g1" }, "SUCCESS", AT)).toMatchObject({
    value: { gatewayRefundId: "g1" },
  });
});

describe("records that nobody can pay any more", () => {
  const later = (ms: number): Date => new Date(AT.getTime() + ms);

  test.each(PAYMENT_STATUSES)("one that is %s", (status) => {
    const withoutLink = { ...payment(status), linkIssuedAt: null };
    const isOpen = status === "INITIATED";
    expect(isAbandonedBeforeLink(withoutLink, later(INITIALISATION_LIMIT_MS))).toBe(isOpen);
    expect(isExpired(payment(status), AT)).toBe(isOpen);
  });

  test("without a link it is given up after a minute, with a link never", () => {
    const withoutLink = { ...payment("INITIATED"), linkIssuedAt: null };
    expect(isAbandonedBeforeLink(withoutLink, later(59_999))).toBe(false);
    expect(isAbandonedBeforeLink(withoutLink, later(60_000))).toBe(true);
    expect(isAbandonedBeforeLink(payment("INITIATED"), later(1e9))).toBe(false);
  });

  test("it has expired at the very moment that its lifetime ends, and not before", () => {
    expect(isExpired(payment("INITIATED"), later(-1))).toBe(false);
    expect(isExpired(payment("INITIATED"), later(1))).toBe(true);
  });
});

test.each(PAYMENT_STATUSES)(
  "after an attempt that is %s the customer may try again, up to the limit (decision 0038)",
  (status) => {
    const isRetried = status === "FAILURE" || status === "DROP";
    const latest = { status, attempt: MAX_ATTEMPTS - 1, createdAt: new Date(0) };
    expect(mayRetry(latest, new Date(RETRY_WITHIN_MS - 1))).toBe(isRetried);
    expect(mayRetry(latest, new Date(RETRY_WITHIN_MS))).toBe(false);
    expect(mayRetry({ ...latest, attempt: MAX_ATTEMPTS }, new Date(1))).toBe(false);
  },
);

describe("every move of a refund, as a table (specification 3.2, decision 0034)", () => {
  const EDGES = [
    "INITIATED→PROCESSING",
    "INITIATED→SUCCESS",
    "INITIATED→FAILURE",
    "PROCESSING→SUCCESS",
    "PROCESSING→FAILURE",
  ];
  test.each(REFUND_STATUSES.flatMap((from) => REFUND_STATUSES.map((to) => [from, to] as const)))(
    "%s → %s",
    (from, to) => {
      const moved = moveRefund(refund(from), to, AT, "g1");
      expect(moved.ok).toBe(EDGES.includes(`${from}→${to}`));
      if (!moved.ok) {
        expect(moved.error).toEqual({ kind: "illegal_move", from, to });
        return;
      }
      const isTerminal = to === "SUCCESS" || to === "FAILURE";
      expect(moved.value).toMatchObject({
        status: to,
        gatewayRefundId: "g1",
        completedAt: isTerminal ? AT : null,
      });
    },
  );
});

describe("what a payment can still refund (specification 4.4, rules 1 and 2)", () => {
  test.each(PAYMENT_STATUSES)("a payment that is %s", (status) => {
    const admitted = admitRefund(payment(status), { refundedPaise: 0n, inProgressPaise: 0n, count: 0 }, 1n);
    if (status === "SUCCESS") expect(admitted).toEqual({ ok: true, value: null });
    else expect(admitted).toEqual({ ok: false, error: { kind: "payment_not_successful" } });
  });

  test("the balance is what is neither refunded nor in progress; one paisa more is refused with what remains", () => {
    const totals = { refundedPaise: 12_025n, inProgressPaise: 7_975n, count: 2 };
    expect(remainingPaise(50_000n, totals)).toBe(30_000n);
    expect(admitRefund(payment("SUCCESS"), totals, 30_000n).ok).toBe(true);
    expect(admitRefund(payment("SUCCESS"), totals, 30_001n)).toEqual({
      ok: false,
      error: { kind: "exceeds_balance", remainingPaise: 30_000n },
    });
  });
});
