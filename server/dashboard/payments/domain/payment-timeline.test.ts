import { expect, it } from "vitest";
import type { OpsResult } from "@/lib/contract/ops";
import { OPS } from "@/lib/contract/ops";
import { timelineOf } from "./payment-timeline";

const RECORD = {
  transaction_id: "TXN1",
  merchant_transaction_id: "ORD-1",
  transaction_amount: "500.00",
  transaction_status: "SUCCESS",
  transaction_date_time: "2026-11-21T08:00:00.000Z",
  gateway_transaction_id: "GW-1",
  currency: "INR",
  attempt: 1,
  gateway: "simulator",
  payment_method: null,
  paid_method: null,
  card_scheme: null,
  issuing_bank: null,
  link_issued_at: "2026-11-21T08:00:01.000Z",
  expires_at: "2026-11-22T08:00:00.000Z",
  completed_at: "2026-11-21T08:05:00.000Z",
  refunded_amount: "0.00",
  in_progress_amount: "0.00",
  remaining_amount: "500.00",
};

const refund = (id: string, status: string, completedAt: string | null) => ({
  refund_id: id,
  transaction_id: "TXN1",
  merchant_transaction_id: "ORD-1",
  refund_amount: "10.00",
  refund_status: status,
  refund_requested_at: "2026-11-21T09:00:00.000Z",
  refund_completed_at: completedAt,
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
    events: [{ kind: "initiated", at: "2026-11-21T08:00:00.000Z", detail: {} }],
    refunds: [],
    reversals: [],
    routing_decision: { rule_set_version: null, rules: [], attempts: [] },
    ...fields,
  });
}

const kinds = (fields: Record<string, unknown>) => timelineOf(detail(fields)).map((entry) => entry.kind);

it("puts events, the link, refunds and reversals in the order in which they happened", () => {
  expect(
    kinds({
      events: [
        { kind: "initiated", at: "2026-11-21T08:00:00.000Z", detail: {} },
        { kind: "succeeded", at: "2026-11-21T08:05:00.000Z", detail: {} },
      ],
      refunds: [
        refund("RFD2", "FAILURE", "2026-11-21T09:00:05.000Z"),
        refund("RFD1", "SUCCESS", "2026-11-21T09:00:04.000Z"),
        refund("RFD3", "PROCESSING", null),
      ],
    }),
  ).toEqual([
    "initiated",
    "link_issued",
    "succeeded",
    "refund_requested",
    "refund_requested",
    "refund_requested",
    "refund_succeeded",
    "refund_failed",
  ]);
});

it("tells that late money is back, and leaves its beginning and its failure to the events of them", () => {
  const reversal = (status: string, completedAt: string | null) => ({
    transaction_id: "TXN1",
    merchant_transaction_id: "ORD-1",
    gateway: "simulator",
    gateway_transaction_id: "GW-9",
    reversal_amount: "500.00",
    currency: "USD",
    reversal_status: status,
    gateway_refund_id: null,
    requested_at: "2026-11-21T09:00:00.000Z",
    completed_at: completedAt,
  });
  const [, , back] = timelineOf(detail({ reversals: [reversal("SUCCESS", "2026-11-21T10:00:00.000Z")] }));
  expect(back).toMatchObject({ kind: "reversal_succeeded", amount: null });
  expect(kinds({ reversals: [reversal("FAILURE", "2026-11-21T10:00:00.000Z")] })).toHaveLength(2);
  const corrected = {
    kind: "reversal_succeeded_late",
    at: "2026-11-21T10:00:00.000Z",
    detail: { gateway_transaction_id: "GW-9" },
  };
  expect(
    kinds({ events: [corrected], reversals: [reversal("SUCCESS", "2026-11-21T10:00:00.000Z")] }),
  ).toEqual(["link_issued", "reversal_succeeded_late"]);
});

it("keeps the word of an event that it does not know, and drops what is no text in its detail", () => {
  const [first] = timelineOf(
    detail({
      events: [
        {
          kind: "moon_phase",
          at: "2026-11-21T07:00:00.000Z",
          detail: { phase: "full", deep: { a: 1 }, n: 3, long: "x".repeat(400) },
        },
      ],
    }),
  );
  expect(first).toMatchObject({ kind: "other", word: "moon_phase", cause: null });
  expect(first?.detail).toEqual([
    { name: "phase", value: "full" },
    { name: "long", value: "x".repeat(300) },
  ]);
});

it("tells the cause of an end in a word of its own, and an unknown cause as the service wrote it", () => {
  const end = (cause: string) =>
    timelineOf(
      detail({ events: [{ kind: "failed", at: "2026-11-21T07:00:00.000Z", detail: { cause } }] }),
    )[0];
  expect(end("expired")).toMatchObject({ cause: "expired", detail: [] });
  expect(end("gremlins")).toMatchObject({ cause: null, detail: [{ name: "cause", value: "gremlins" }] });
});

it("calls money that came again for a paid payment a second charge, and no late money", () => {
  const sentBack = (status: string) => ({
    kind: "late_success_reversed",
    at: "2026-11-21T09:00:00.000Z",
    detail: { status, gateway_transaction_id: "GW-2" },
  });
  expect(kinds({ events: [sentBack("SUCCESS")] })).toContain("second_charge_reversed");
  expect(kinds({ events: [sentBack("CANCELLED")] })).toContain("late_success_reversed");
});
