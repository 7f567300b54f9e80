import { type Protected, without } from "./protected";

const INITIATE_FIELDS = "server/routing/http/initiate-payment-fields.http.test.ts";

/** Incoming and outgoing data: webhooks, redirects, files, other merchants. */
export const OUTSIDE: readonly Protected[] = [
  {
    row: 27,
    fault: "webhook receiver slow, down, 410",
    test: {
      file: "server/routing/worker/webhook-isolation.http.test.ts",
      name: "endpoints that hang delay neither another endpoint nor a refund",
    },
    also: ["server/routing/worker/webhook-delivery.http.test.ts", "prove crash"],
    noRemoval: "workers of their own are the shape of the worker, not a line that can be removed",
  },
  {
    row: 28,
    fault: "webhook duplicated, reordered, replayed",
    test: {
      file: "server/routing/worker/webhook-delivery.http.test.ts",
      name: "a failed delivery is repeated with the same id and bytes",
    },
    also: ["server/routing/http/gateway-notifications.http.test.ts", "prove crash"],
    noRemoval: "the id is the row's key: there is no line that makes it stable",
  },
  {
    row: 29,
    fault: "webhook or redirect to an inside address, DNS rebinding",
    test: { file: "server/platform/outbound-http/address-guard.test.ts", name: "" },
    also: ["server/routing/webhooks/send.test.ts"],
    ...without(
      "the check of addresses",
      "server/platform/outbound-http/address-guard.ts",
      'if (address.range() !== "unicast") return false;',
    ),
  },
  {
    row: 30,
    fault: "javascript:, //host in surl/furl",
    test: { file: INITIATE_FIELDS, name: "surl javascript:" },
    ...without(
      "the check of surl and furl",
      "server/routing/http/payment-request.ts",
      "readFormatted(value, parseReturnUrl, fault, maxCodePoints)",
      "readFormatted(value, (text) => text, fault, maxCodePoints)",
    ),
  },
  {
    row: 31,
    fault: "a CSV cell that begins with =, +, -, @",
    test: {
      file: "server/dashboard/export/files.test.ts",
      name: "makes a text of the formula %j (failure 31)",
    },
    also: ["e2e/export.pages.test.ts"],
    ...without(
      "escaping formulas",
      "server/dashboard/export/formula-escape.ts",
      "return MAY_RUN.test(text) ? `'${text}` : text;",
      "return text;",
    ),
  },
  {
    row: 32,
    fault: "another merchant's ids",
    test: {
      file: "server/routing/http/authentication.http.test.ts",
      name: "each answer is byte-identical to that for an id that never was",
    },
    ...without(
      "the merchant in a payment's lock",
      "server/routing/store/payments/payments.ts",
      "from payments where merchant_id = $1 and id = $2 for update",
      "from payments where $1::integer is not null and id = $2 for update",
    ),
  },
  {
    row: 166,
    fault:
      "a gateway reports another amount than was requested, among other charges, and the payment becomes SUCCESS",
    test: {
      file: "server/routing/usecases/payments/pay-open-payment.db.test.ts",
      name: "another amount, another currency and an unknown payment in a batch change nothing, and hold nothing back",
    },
    ...without(
      "the comparison of the amount",
      "server/routing/usecases/payments/pay-open-payment.ts",
      "return charge.amountPaise === payment.amountPaise && charge.currency === payment.currency;",
      "return charge.currency === payment.currency;",
    ),
  },
  {
    row: 167,
    fault: "the database is away for a moment while webhooks are sent, and all of them are sent twice",
    test: {
      file: "server/routing/usecases/webhooks/deliver-webhooks-faults.db.test.ts",
      name: "what was sent while the database was away for a moment is recorded after it",
    },
    ...without(
      "recording them again",
      "server/routing/usecases/webhooks/deliver-webhooks.ts",
      "await recordRest();",
      "void recordRest;",
    ),
  },
  {
    row: 168,
    fault:
      "a process dies with all requests that an endpoint may have, and nothing sends its further webhooks",
    test: {
      file: "server/routing/usecases/webhooks/deliver-webhooks-faults.db.test.ts",
      name: "with as many leased by a dead process as an endpoint gets, and more due, it is due until a lease ends",
    },
    also: ["server/routing/worker/webhook-outage.http.test.ts"],
    ...without(
      "the end of their leases",
      "server/routing/store/webhooks/webhook-attempts.ts",
      "and next_attempt_at <= $3 and (leased_until is null or leased_until <= statement_timestamp())",
      "and next_attempt_at <= $3 and leased_until is null",
    ),
  },
  {
    row: 169,
    fault:
      "the URL of a webhook endpoint is changed while requests are in progress, and a 410 of the old one disables the new one",
    test: {
      file: "server/routing/usecases/webhooks/changed-url.db.test.ts",
      name: "what the old URL answers with %i after a change says nothing of the new one, which gets the deliveries at once",
    },
    ...without(
      "the comparison with the current URL",
      "server/routing/usecases/webhooks/record-attempts.ts",
      "url !== undefined && attempt.url !== url;",
      "url === undefined && attempt.url !== url;",
    ),
  },
  {
    row: 170,
    fault:
      "after a restore, thousands of payments wait for a gateway that is silent, and no other one ever ends",
    test: {
      file: "server/routing/usecases/payments/end-payment.db.test.ts",
      name: "payments that cannot be ended delay the others by a few sweeps, however many they are",
    },
    ...without(
      "the place where the next sweep begins",
      "server/routing/usecases/payments/end-payment.ts",
      "let after = start;",
      "let after: OverduePlace | null = null;",
    ),
  },
  {
    row: 171,
    fault: "lookups after a restore take long, sweeps begin meanwhile, and no worker is left for refunds",
    test: {
      file: "server/routing/usecases/payments/overdue-after-restore.db.test.ts",
      name: "a sweep that begins while another one still ends payments leaves them to it",
    },
    ...without(
      "one sweep at a time in a process",
      "server/routing/usecases/payments/overdue-sweep.ts",
      "if (isRunning) return false;",
      "if (isRunning && place === undefined) return false;",
    ),
  },
];
