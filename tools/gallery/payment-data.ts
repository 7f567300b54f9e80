import {
  type DecisionView,
  type PaymentDetailView,
  TIMELINE_KINDS,
} from "@/lib/payments/payment-detail-view";
import { AT, customer, detail, LATER, payment, paymentRefund, REFUND_ID } from "./data";

const rule = { id: "rule-1", name: "Cards above 1,000", mismatches: [] };
export const DECISION: DecisionView = {
  version: 7,
  rules: [
    {
      ...rule,
      outcome: "not_matched",
      mismatches: [{ field: "payment_method", wanted: "one of CC, DC", actual: "UPI" }],
    },
    { ...rule, id: "rule-2", name: "At night", outcome: "outside_active_times" },
    { ...rule, id: "rule-3", name: "Old contract", outcome: "inactive" },
    { ...rule, id: "rule-4", name: "Everything else", outcome: "matched" },
    { ...rule, id: "rule-5", name: "Last resort", outcome: "matched" },
  ],
  attempts: [
    {
      ruleId: "rule-4",
      ruleName: "Everything else",
      gateway: "stripe",
      outcome: "failed",
      cause: "unavailable",
      message: "Timeout",
    },
    {
      ruleId: "rule-4",
      ruleName: "Everything else",
      gateway: "simulator",
      outcome: "skipped",
      cause: null,
      message: null,
    },
    {
      ruleId: "rule-4",
      ruleName: "Everything else",
      gateway: "razorpay",
      outcome: "opened",
      cause: null,
      message: null,
    },
  ],
  avoided: ["stripe"],
  experiment: { id: "4", part: "shadow", gateway: "stripe" },
  successRates: [
    {
      ruleId: "rule-4",
      ruleName: "Everything else",
      segment: {
        currency: "INR",
        method: "UPI",
        scheme: null,
        bank: "HDFC",
        amountFrom: "100.00",
        amountBelow: "1000.00",
      },
      countedAt: "2026-03-01T10:00:00.000Z",
      costWithin: 0,
      gateways: [
        { gateway: "stripe", share: 0.02, rate: 0.41, outcomes: 57, isFailing: true, feeRate: 0.0236 },
        { gateway: "razorpay", share: 0.93, rate: 0.942, outcomes: 388, isFailing: false, feeRate: 0.018 },
        { gateway: "simulator", share: 0.05, rate: 0.88, outcomes: 24, isFailing: false, feeRate: null },
      ],
    },
  ],
};

const [RATES] = DECISION.successRates;

/** A rule that weighs fees chose a gateway that succeeds less often. */
export const WEIGHED = {
  ruleId: "rule-4",
  ruleName: "Everything else",
  segment: RATES?.segment ?? {
    currency: null,
    method: null,
    scheme: null,
    bank: null,
    amountFrom: null,
    amountBelow: null,
  },
  countedAt: "2026-03-01T10:00:00.000Z",
  costWithin: 0.015,
  gateways: [
    { gateway: "razorpay", share: 0.17, rate: 0.942, outcomes: 388, isFailing: false, feeRate: 0.0236 },
    { gateway: "simulator", share: 0.83, rate: 0.931, outcomes: 324, isFailing: false, feeRate: 0.009 },
  ],
};

/** Everything that the page of a payment can show. */
export const whole: PaymentDetailView = {
  ...detail,
  payment,
  refunds: [paymentRefund],
  more: {
    gateway: "razorpay",
    requestedMethod: "CC",
    paidMethod: "UPI",
    cardScheme: "VISA",
    issuingBank: "HDFC",
    attempt: 2,
    surl: "https://shop.example.com/orders/1042/thank-you-for-your-order",
    furl: "https://shop.example.com/orders/1042/failed",
    expiresAt: LATER,
    completedAt: LATER,
    link: null,
    maskedContact: customer,
    timeline: TIMELINE_KINDS.slice(0, 4).map((kind) => ({
      kind,
      at: AT,
      word: kind,
      cause: null,
      refundId: kind.startsWith("refund") ? REFUND_ID : null,
      amount: null,
      detail: [],
    })),
    reversals: [],
    decision: DECISION,
  },
};
