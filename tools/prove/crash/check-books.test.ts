import { expect, test } from "vitest";
import type { Books } from "./books";
import { checkBooks } from "./check-books";

const INTENT = "5e0b5f4e-0000-4000-8000-000000000001";

/** A paid payment of 100.00; 40.00 refunded by the API, 30.00 by a form whose outcome was unknown at first. */
function soundBooks(): Books {
  const payment = { id: "TXN1", merchantId: 7, reference: "R1", amountPaise: 10_000n };
  return {
    reported: {
      creations: [
        { reference: "R1", amountPaise: 10_000n, outcome: { kind: "created", transactionId: "TXN1" } },
      ],
      states: [{ transactionId: "TXN1", status: "SUCCESS" }],
      refunds: [
        {
          key: "key-1",
          transactionId: "TXN1",
          amountPaise: 4_000n,
          outcome: { kind: "accepted", refundId: "RFD1" },
        },
        { key: "key-2", transactionId: "TXN1", amountPaise: 9_000n, outcome: { kind: "refused" } },
      ],
      forms: [
        { intentId: INTENT, transactionId: "TXN1", amountPaise: 3_000n, kind: "unknown", refundId: null },
      ],
    },
    service: {
      payments: [
        { ...payment, status: "SUCCESS", checkoutId: "co1", gatewayTransactionId: "pay1", hasLink: true },
      ],
      refunds: [
        { id: "RFD1", merchantId: 7, paymentId: "TXN1", amountPaise: 4_000n, status: "SUCCESS" },
        { id: "RFD2", merchantId: 7, paymentId: "TXN1", amountPaise: 3_000n, status: "FAILURE" },
      ],
      reversals: [],
      deliveries: [
        { id: "msg1", event: "payment.initiated", paymentId: "TXN1", status: "DELIVERED", body: "{1}" },
        { id: "msg2", event: "payment.succeeded", paymentId: "TXN1", status: "DELIVERED", body: "{2}" },
      ],
    },
    gateway: {
      charges: [{ checkoutId: "co1", transactionId: "pay1", outcome: "SUCCESS", amountPaise: 10_000n }],
      refunds: [
        { idempotencyKey: "7:RFD1", transactionId: "pay1", outcome: "SUCCESS", amountPaise: 4_000n },
        { idempotencyKey: "7:RFD2", transactionId: "pay1", outcome: "FAILURE", amountPaise: 3_000n },
      ],
    },
    desk: {
      intents: [
        {
          id: INTENT,
          transactionId: "TXN1",
          amountPaise: 3_000n,
          state: "ACCEPTED",
          refundId: "RFD2",
          refundStatus: "FAILURE",
          audit: ["refund_requested", "refund_unknown", "refund_accepted"],
        },
      ],
      cancellations: [],
    },
    received: [
      { id: "msg1", body: "{1}", answered: 500 },
      { id: "msg1", body: "{1}", answered: 204 },
      { id: "msg2", body: "{2}", answered: 204 },
    ],
  };
}

test("books in which everybody agrees have no anomaly, repeated deliveries included", () => {
  expect(checkBooks(soundBooks())).toEqual([]);
});

type Mutable<T> = T extends readonly (infer E)[]
  ? Mutable<E>[]
  : T extends bigint | string | number | boolean | null
    ? T
    : { -readonly [K in keyof T]: Mutable<T[K]> };

/** The first element of a list that is known to have one. */
function first<T>(list: readonly T[]): T {
  const [one] = list;
  if (one === undefined) throw new Error("the sound books have one");
  return one;
}

const PLANTED: [string, (books: Mutable<Books>) => void, string][] = [
  [
    "a refund that was accepted and is gone",
    ({ service }) => void service.refunds.shift(),
    "RFD1: accepted, and lost",
  ],
  [
    "a refund that was reported to nobody",
    ({ service }) => void service.refunds.push({ ...first(service.refunds), id: "RFD9", amountPaise: 1n }),
    "RFD9: a refund that was reported to nobody",
  ],
  [
    "a refund made twice at the gateway",
    ({ gateway }) => void gateway.refunds.push({ ...first(gateway.refunds), idempotencyKey: "7:RFD1-again" }),
    "7:RFD1-again: the gateway refunded what nobody requested",
  ],
  [
    "a refund that never reached the gateway",
    ({ gateway }) => void gateway.refunds.shift(),
    "the gateway has never heard of it",
  ],
  [
    "another amount at the gateway",
    ({ gateway }) => void (first(gateway.refunds).amountPaise = 4_001n),
    "RFD1: another amount at the gateway",
  ],
  [
    "an end that the gateway does not know",
    ({ gateway }) => void (first(gateway.refunds).outcome = "FAILURE"),
    "RFD1: SUCCESS here and FAILURE at the gateway",
  ],
  [
    "a paisa over",
    ({ service }) =>
      void service.refunds.push({ ...first(service.refunds), id: "RFD3", amountPaise: 6_001n }),
    "TXN1: 10001 paise refunded of 10000",
  ],
  [
    "a gateway that returned more than was paid",
    ({ gateway }) => void (first(gateway.refunds).amountPaise = 10_001n),
    "the gateway returned 10001 paise of 10000",
  ],
  [
    "a refund that did not end",
    ({ service }) => void (first(service.refunds).status = "PROCESSING"),
    "RFD1: it has not ended",
  ],
  [
    "two keys with one refund",
    ({ reported }) => void reported.refunds.push({ ...first(reported.refunds), key: "key-3" }),
    "RFD1: one refund for key-1 and key-3",
  ],
  [
    "a refund that was never answered",
    ({ reported }) => void (first(reported.refunds).outcome = { kind: "open" }),
    "key-1: a refund that was never answered",
  ],
  [
    "an intent that stayed unknown",
    ({ desk }) => void Object.assign(first(desk.intents), { state: "UNKNOWN", refundId: null }),
    `intent ${INTENT}: it stayed UNKNOWN`,
  ],
  [
    "an unknown that was given up although it took effect",
    ({ desk }) =>
      void Object.assign(first(desk.intents), {
        state: "NOT_SENT",
        refundId: null,
        audit: ["refund_requested", "refund_not_sent"],
      }),
    "RFD2: a refund that was reported to nobody",
  ],
  [
    "an intent that took another's refund for its own",
    ({ desk }) => void Object.assign(first(desk.intents), { refundId: "RFD1", refundStatus: "SUCCESS" }),
    "it took RFD1 for its own, which is another refund",
  ],
  [
    "a status that the dashboard did not follow",
    ({ desk }) => void (first(desk.intents).refundStatus = "PROCESSING"),
    "it says PROCESSING, the refund is FAILURE",
  ],
  [
    "an action without its audit row",
    ({ desk }) => void (first(desk.intents).audit = ["refund_accepted"]),
    "no audit row of its request",
  ],
  [
    "an end without its audit row",
    ({ desk }) => void (first(desk.intents).audit = ["refund_requested"]),
    "no audit row of how it ended",
  ],
  [
    "a person who read that nothing was refunded",
    ({ reported }) => void (first(reported.forms).kind = "not_sent"),
    "reported as not_sent, and its intent is ACCEPTED",
  ],
  [
    "a person who read of another refund",
    ({ reported }) => void Object.assign(first(reported.forms), { kind: "accepted", refundId: "RFD1" }),
    "reported as RFD1, and it is another refund",
  ],
  [
    "a payment that is gone",
    ({ service }) => void (service.payments = []),
    "R1: reported as TXN1, and that is not its record",
  ],
  [
    "a payment that nobody requested",
    ({ service }) =>
      void service.payments.push({
        ...first(service.payments),
        id: "TXN2",
        reference: "R2",
        checkoutId: null,
      }),
    "R2: a payment that nobody requested",
  ],
  [
    "two records that can be paid",
    ({ service }) =>
      void service.payments.push({ ...first(service.payments), id: "TXN2", checkoutId: "co2" }),
    "R1: 2 records that can be paid",
  ],
  [
    "a state that went back",
    ({ reported }) => void (first(reported.states).status = "CANCELLED"),
    "TXN1: reported as CANCELLED, and is SUCCESS",
  ],
  [
    "a payment without its charge",
    ({ gateway }) => void (gateway.charges = []),
    "TXN1: SUCCESS without a charge",
  ],
  [
    "a charge without a payment",
    ({ gateway }) => void gateway.charges.push({ ...first(gateway.charges), checkoutId: "co2" }),
    "co2: a charge without a payment",
  ],
  [
    "a customer who paid for nothing",
    ({ service }) => void (first(service.payments).status = "INITIATED"),
    "the customer has paid, and it is INITIATED",
  ],
  [
    "late money that was kept",
    ({ service }) => void (first(service.payments).status = "CANCELLED"),
    "paid while CANCELLED, and the money was not sent back",
  ],
  [
    "a webhook that was never written",
    ({ service }) => void service.deliveries.pop(),
    "it is SUCCESS, and its webhooks are payment.initiated",
  ],
  [
    "a webhook that was given up",
    ({ service }) => void (first(service.deliveries).status = "FAILED"),
    "webhook msg1: it is FAILED",
  ],
  [
    "a webhook that was lost on the way",
    ({ received }) => void received.pop(),
    "webhook msg2: reported as delivered, and the receiver never accepted it",
  ],
  [
    "a webhook that changed between two tries",
    ({ received }) => void (first(received).body = "{0}"),
    "webhook msg1: it arrived with another body",
  ],
  [
    "a cancellation that never ended",
    ({ desk }) => void desk.cancellations.push({ id: "c1", transactionId: "TXN1", state: "requested" }),
    "cancellation c1: it never ended",
  ],
  [
    "a cancellation that is not true",
    ({ desk }) => void desk.cancellations.push({ id: "c1", transactionId: "TXN1", state: "cancelled" }),
    "it says cancelled, and the payment is not",
  ],
];

test.each(PLANTED)("%s is found", (_what, plant, expected) => {
  const books = soundBooks() as Mutable<Books>;
  plant(books);
  expect(checkBooks(books).join("\n")).toContain(expected);
});
