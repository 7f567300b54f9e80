import { describe, expect, test } from "vitest";
import {
  PAYMENT_STATUSES,
  type PaymentStatus,
  REFUND_STATUSES,
  type RefundStatus,
} from "@/lib/contract/statuses";
import { movePayment, type Payment } from "./payment";
import { admitRefund, moveRefund, type Refund, remainingPaise } from "./refund";

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
  gatewayCheckoutId: "c",
  gatewayTransactionId: null,
  createdAt: AT,
  linkIssuedAt: AT,
  expiresAt: AT,
  completedAt: null,
  gatewayCheckoutUrl: null,
  paidMethod: null,
  watchedUntil: null,
});
const refund = (status: RefundStatus): Refund => ({
  merchantId: 1,
  id: "RFD1",
  paymentId: "TXN1",
  reference: "R",
  amountPaise: 100n,
  currency: "INR",
  status,
  reason: null,
  gateway: "simulator",
  gatewayRefundId: null,
  requestedAt: AT,
  completedAt: null,
});

describe("section 3.1 and D9: every move of a payment, as a table", () => {
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

describe("section 3.2 and D11: every move of a refund, as a table", () => {
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
      if (!moved.ok) return;
      const isTerminal = to === "SUCCESS" || to === "FAILURE";
      expect(moved.value).toMatchObject({
        status: to,
        gatewayRefundId: "g1",
        completedAt: isTerminal ? AT : null,
      });
    },
  );
});

describe("section 4.4, rules 1 and 2", () => {
  test.each(PAYMENT_STATUSES)("a payment that is %s", (status) => {
    const admitted = admitRefund(payment(status), { refundedPaise: 0n, inProgressPaise: 0n }, 1n);
    expect(admitted.ok).toBe(status === "SUCCESS");
  });

  test("the balance is what is neither refunded nor in progress; one paisa more is refused with what remains", () => {
    const totals = { refundedPaise: 12_025n, inProgressPaise: 7_975n };
    expect(remainingPaise(50_000n, totals)).toBe(30_000n);
    expect(admitRefund(payment("SUCCESS"), totals, 30_000n).ok).toBe(true);
    expect(admitRefund(payment("SUCCESS"), totals, 30_001n)).toEqual({
      ok: false,
      error: { kind: "exceeds_balance", remainingPaise: 30_000n },
    });
  });
});
