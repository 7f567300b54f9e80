import { expect, test } from "vitest";
import { OPS, type OpsResult } from "@/lib/contract/ops";
import { failureOf } from "./failure-reason";

const RECORD = {
  transaction_id: "TXN1",
  merchant_transaction_id: "ORD-1",
  transaction_amount: "500.00",
  currency: "INR",
  transaction_status: "FAILURE",
  gateway_transaction_id: null,
  transaction_date_time: "2026-11-21T08:00:00.000Z",
  udf1: null,
  udf2: null,
  udf3: null,
  attempt: 1,
  gateway: null,
  payment_method: null,
  paid_method: null,
  card_scheme: null,
  issuing_bank: null,
  link_issued_at: null,
  expires_at: "2026-11-22T08:00:00.000Z",
  completed_at: "2026-11-21T08:01:00.000Z",
  refunded_amount: "0.00",
  in_progress_amount: "0.00",
  remaining_amount: "0.00",
};

const ended = (kind: "failed" | "dropped", cause?: string) => ({
  kind,
  at: "2026-11-21T08:01:00.000Z",
  detail: cause === undefined ? {} : { cause },
});

function detail(fields: Record<string, unknown>): OpsResult<"payments.get"> {
  return OPS["payments.get"].response.parse({
    payment: RECORD,
    customer: { email: null, phone: null, name: null },
    surl: null,
    furl: null,
    payment_link: null,
    balance: { ...RECORD },
    attempts: [RECORD],
    events: [],
    refunds: [],
    reversals: [],
    routing_decision: { rule_set_version: null, rules: [], attempts: [] },
    ...fields,
  });
}

test.each([
  ["insufficient_funds", "insufficient_funds"],
  ["lost_or_stolen_card", "lost_or_stolen_card"],
  ["unknown", "unknown"],
  // A newer service sends such reasons, and an older one sends none.
  ["a_reason_of_next_year", "unknown"],
  ["constructor", "unknown"],
  [undefined, "unknown"],
])("the service's reason %s is shown, and the gateway's words stay", (decline_reason, reason) => {
  const failure = { code: "51", message: "Declined." };
  const payment = { ...RECORD, decline_reason };
  expect(failureOf("FAILURE", detail({ events: [ended("failed")], failure, payment }))).toEqual({
    reason,
    ...failure,
  });
});

test("a message without a code is shown, and guessed from it is nothing", () => {
  const failure = { code: null, message: "insufficient_funds" };
  const payment = { ...RECORD, decline_reason: "customer_abandoned" };
  expect(failureOf("DROP", detail({ failure, payment }))).toEqual({ reason: "unknown", ...failure });
});

test("a customer who left after a declined attempt was declined", () => {
  const failure = { code: "insufficient_funds", message: null };
  const payment = { ...RECORD, decline_reason: "insufficient_funds" };
  const events = [ended("dropped", "customer_left")];
  expect(failureOf("DROP", detail({ events, failure, payment }))).toMatchObject({
    reason: "insufficient_funds",
  });
});

test.each([
  ["customer_left", "customer_left"],
  ["expired", "timed_out"],
  ["gateway_closed", "timed_out"],
])("without a reason of the gateway, a payment dropped because of %s: %s", (cause, reason) => {
  const events = [ended("dropped", cause)];
  expect(failureOf("DROP", detail({ events, failure: null }))).toEqual({ reason, code: null, message: null });
});

test("a charge of another amount is never blamed on the customer's bank", () => {
  const failure = { code: "insufficient_funds", message: null };
  expect(
    failureOf("FAILURE", detail({ events: [ended("failed", "charge_mismatch")], failure })),
  ).toMatchObject({ reason: "charge_mismatch" });
});

test("a checkout that no gateway opened has the words of the last gateway", () => {
  const attempt = { rule_id: "r", gateway: "stripe", outcome: "failed", cause: "refused" };
  const routing_decision = {
    rule_set_version: null,
    rules: [],
    attempts: [
      { ...attempt, message: "first" },
      { ...attempt, message: "second" },
    ],
  };
  expect(
    failureOf("FAILURE", detail({ events: [ended("failed", "gateway_initialisation")], routing_decision })),
  ).toEqual({ reason: "no_checkout", code: null, message: "second" });
});

test("a gateway without a reason gave none; a service that has no field for it does not tell", () => {
  const silent = { code: null, message: null };
  expect(failureOf("FAILURE", detail({ events: [ended("failed")] }))).toEqual({ reason: "none", ...silent });
  expect(failureOf("FAILURE", null)).toEqual({ reason: "not_told", ...silent });
  expect(failureOf("DROP", null)).toEqual({ reason: "not_told", ...silent });
});

test.each(["INITIATED", "SUCCESS", "CANCELLED"] as const)("a payment that is %s has not failed", (status) => {
  expect(failureOf(status, null)).toBeNull();
});
