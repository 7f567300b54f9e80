import { afterAll, beforeAll, expect, test } from "vitest";
import type { Db, Pool } from "@/server/platform/pool";
import { type Plan, planOf, sentBy, walksIn } from "@/tools/testing/plans";
import { vacuumAnalyze } from "@/tools/testing/vacuum";
import { IdSequence } from "../domain/payments/ids";
import type { Refund } from "../domain/refunds/refund";
import { startTestService, type TestService } from "@/tools/testing/routing/service";
import { findWorkingKey } from "./keys/api-keys";
import { gatewayLanes } from "./gateways/gateway-lanes";
import { dueRowWork, oldestDueRow, openRefunds, pendingReversals, waitingWebhooks } from "./backlog";
import { deletePaymentsOver, findPaymentsOver } from "./payments/old-payments";
import { claimKey, deleteExpiredKeys, storeResponse } from "./idempotency";
import {
  deleteUnusedAccounts,
  lastPayments,
  latestCheckout,
  mayHavePayments,
} from "./gateways/account-payments";
import { accountsInUse } from "./gateways/gateway-accounts";
import { findRefundsAtGateway } from "./refunds/refunds-at-gateway";
import { insertPayments } from "./payments/insert-payment";
import { findPaymentAndTotals } from "./payments/payment-balance";
import { eventsOfPayment } from "./payments/payment-details";
import { alertsOfPayment, hasPaymentEvent, isLinkClosed, saveStepTime } from "./payments/payment-events";
import {
  findOverduePayments,
  findPayment,
  findPaymentOfCheckout,
  lockLatestPayment,
  lockLatestPayments,
  lockPayment,
  lockPayments,
  paymentsOfReference,
  paymentsOfReferences,
  saveRoutingDecision,
} from "./payments/payments";
import { askForPoll, beginPolls, countPolledByGateway, duePolls, endPolls } from "./payments/due-polls";
import { beginCharge } from "./payments/payment-polling";
import { findPaymentsOfCharge } from "./payments/payments-of-charge";
import { savePaymentMoves } from "./payments/save-move";
import { saveLinksWhileOpen, saveLinkWhileOpen } from "./payments/save-link";
import {
  countOpenRefundsSince,
  findPlacedRefund,
  findRefund,
  insertRefunds,
  lockRefund,
  refundTotals,
  refundTotalsOf,
  refundTotalsOfSeveral,
  searchRefunds,
  spentOfPayment,
} from "./refunds/refunds";
import { claimToSend, dueRefunds, type TakenRefund } from "./refunds/due-refunds";
import { countGatewayAttempts, listRoutedPayments } from "./payments/routed-payments";
import { findRulesInForce } from "./rules/rules";
import { findDueEndpoints } from "./webhooks/due-endpoints";
import { saveAttempts } from "./webhooks/webhook-attempts";
import { pruneWebhookDeliveries, replayDelivery } from "./webhooks/webhook-deliveries";
import { DECISION, newPayment } from "@/tools/testing/routing/new-payment";

let service: TestService;

const MERCHANT = 1;
/** Enough rows that a sequential scan costs more than an index: the planner then decides as with ten million. */
const ROWS = 8_000;
const FILLING_LIMIT_MS = 180_000;
/** The tables that grow with every payment: no request may read one completely. */
const GROWING = [
  "payments",
  "payment_events",
  "refunds",
  "webhook_deliveries",
  "idempotency_keys",
  "forgotten_references",
];

/**
 * A history in which everything is final when the statistics are collected, so that the planner expects no open records:
 * the plan chosen then must stay the same when many are open (0181).
 */
beforeAll(async () => {
  service = await startTestService();
  await service.db.query(`insert into merchants (name) values ('Other')`);
  await service.db.query(
    `insert into payments (merchant_id, id, merchant_transaction_id, attempt, amount_paise, currency, status,
       checkout_token, gateway, routing_decision, created_at, link_issued_at, expires_at, completed_at)
     select 1 + n % 2, 'TXN20260101' || lpad(n::text, 13, '0'), 'ORDER-' || n, 1, 10000, 'INR',
       'SUCCESS', 'token-' || n, 'simulator', '{}', at, at, at + interval '1 day', at
     from generate_series(1, $1::integer) n, lateral (select now() - n * interval '1 minute' as at) as times`,
    [ROWS],
  );
  await service.db.query(
    `insert into refunds (merchant_id, id, payment_id, merchant_transaction_id, amount_paise, currency, status, gateway,
       requested_at, completed_at, due_at)
     select merchant_id, 'RFD' || substr(id, 4), id, merchant_transaction_id, 100, 'INR', 'SUCCESS', 'simulator',
       created_at, created_at, null
     from payments`,
  );
  await service.db.query(
    `insert into idempotency_keys (merchant_id, endpoint, key, body_sha256, lease, leased_until, created_at)
     select 1, 'refund_initiate', 'key-' || n, decode('00', 'hex'), gen_random_uuid(), now(), now()
     from generate_series(1, $1::integer) n`,
    [ROWS],
  );
  await service.db.query(
    `insert into payment_events (merchant_id, payment_id, kind, at) select merchant_id, id, 'initiated', created_at from payments`,
  );
  await service.db.query(
    `insert into refunds (merchant_id, kind, id, payment_id, charge, merchant_transaction_id, amount_paise, currency, status,
       gateway, requested_at, completed_at, due_at)
     select merchant_id, 'reversal', id || ':late-' || id, id, 'late-' || id, merchant_transaction_id, 100, 'INR', 'SUCCESS',
       'simulator', created_at, created_at, null from payments`,
  );
  await service.db.query(
    `insert into webhook_deliveries (merchant_id, id, endpoint_id, event, payment_id, occurred_at, body, status,
       next_attempt_at, completed_at)
     select merchant_id, 'msg_' || id, 'whe_1', 'payment.succeeded', id, created_at, '{}', 'DELIVERED', created_at, created_at
     from payments`,
  );
  await service.db.query(
    `insert into forgotten_references (merchant_id, merchant_transaction_id) select 1, 'DELETED-' || n
     from generate_series(1, $1::integer) n`,
    [ROWS],
  );
  // More payments are polled than is usual: no statement may read them all.
  await service.db.query(
    `insert into payment_polls (merchant_id, payment_id, gateway, due_at) select merchant_id, id, 'simulator', now() + interval '1 day'
     from payments`,
  );
  // Of what is due, little is asked for.
  await service.db.query("update refunds set due_at = now() + interval '1 day' where payment_id like '%7'");
  for (const table of ["payment_polls", "refunds"])
    await service.db.query(`update ${table} set asked_at = now() where payment_id like '%77'`);
  await vacuumAnalyze(service.db, [...GROWING, "payment_polls"]);
}, FILLING_LIMIT_MS);
afterAll(() => service.stop());

const NOW = new Date("2026-01-02T00:00:00Z");
const LONG_AGO = new Date("2020-01-01T00:00:00Z");
const ID = "TXN202601010000000000007";
const LINK = {
  merchantId: MERCHANT,
  id: ID,
  gateway: "simulator",
  gatewayAccount: null,
  gatewayCheckoutId: "c",
  gatewayCheckoutUrl: null,
  linkIssuedAt: NOW,
  polledUntil: null,
  decision: DECISION,
  poll: { pauseMs: 1_000, origin: {} },
};
const NEW = newPayment(new IdSequence(), MERCHANT, { reference: "ORDER-NEW" });
const NEW_PAYMENT = { payment: NEW, decision: DECISION, origin: {} };
const NEW_REFUND: Refund = {
  merchantId: MERCHANT,
  kind: "refund",
  id: "RFD8",
  paymentId: ID,
  charge: null,
  reference: "ORDER-7",
  amountPaise: 100n,
  currency: "INR",
  status: "INITIATED",
  reason: null,
  gateway: "simulator",
  gatewayRefundId: null,
  isUnsent: true,
  requestedAt: NOW,
  completedAt: null,
  succeededLateAt: null,
  lateChanges: 0,
  failure: null,
};
const RECORDS = [
  { merchantId: MERCHANT, id: ID },
  { merchantId: MERCHANT, id: "TXN202601010000000000008" },
];
const ANY_REFUND = { paymentId: null, reference: null, status: null, beforeId: null, limit: 51 };
const HOLDER = { endpoint: "refund_initiate", key: "key-7" };
const CLAIM = { bodySha256: Buffer.alloc(32), lease: "l", leaseMs: 1_000, validMs: 86_400_000 };
const LEASE = "5b2c7c0e-0000-4000-8000-000000000000";

const WORK = {
  claim: { takenBy: "c", dueAt: "2026-01-02 00:00:00+00" },
  origin: null,
  gatewayAccount: null,
  gatewayTransactionId: "t",
};
const TAKEN_REFUND: TakenRefund = { ...NEW_REFUND, ...WORK, id: "RFD7" };
const TAKEN_POLL = { ...WORK, ...LINK, payment: NEW, polls: 1, askedAt: null };
const LANES = gatewayLanes(new Map());
const FREE = { most: 16, ofLane: () => 8 };
const ATTEMPT = {
  url: "http://merchant.example/hook",
  startedAt: NOW,
  durationMs: 1,
  requestHeaders: {},
  result: { kind: "answered", status: 200, headers: {}, body: "", bodyIsCut: false },
} as const;
const DELIVERED = { status: "DELIVERED", nextAttemptAt: null, completedAt: NOW } as const;

/** Queries over all open records of every merchant: jobs and the views of operators. */
const ABOUT_ALL_OPEN = [
  "refunds that have not ended",
  "rows that move",
  "the longest due row",
  "reversals that have not succeeded",
  "how many payments are polled at each gateway",
  "webhooks that wait",
  "endpoints that webhooks are due for",
];

/** Read in the order of an index, and no more than one page. */
const IN_ORDER = ["the newest decisions", "the newest refunds", "the rules in force"];

/** Indexes from which the plan reads all entries of a merchant. */
function readWhole(plan: readonly Plan[]): (string | undefined)[] {
  const ofMerchant = /^\(merchant_id = [^()]+\)$/;
  return (
    plan
      .filter((node) => ofMerchant.test(node["Index Cond"] ?? ""))
      .map((node) => node["Index Name"])
      // A merchant has at most twenty accounts at each vendor, and as many webhook endpoints.
      .filter((index) => !/^(gateway_accounts|webhook_endpoints)/.test(index ?? ""))
  );
}

const READS: Record<string, (db: Db) => Promise<unknown>> = {
  "a key": (db) => findWorkingKey(db, "key", NOW),
  "the rules in force": (db) => findRulesInForce(db, MERCHANT, { version: 1, experimentId: null }),
  "the records of a reference": (db) => paymentsOfReference(db, MERCHANT, "ORDER-7"),
  "the records of several references": (db) =>
    paymentsOfReferences(db, [
      { merchantId: MERCHANT, reference: "ORDER-7" },
      { merchantId: MERCHANT, reference: "ORDER-8" },
    ]),
  "the latest record, locked": (db) => lockLatestPayment(db, MERCHANT, "ORDER-7"),
  "the latest records, locked": (db) =>
    lockLatestPayments(db, [
      { merchantId: MERCHANT, reference: "ORDER-7" },
      { merchantId: MERCHANT, reference: "ORDER-8" },
    ]),
  "a record, locked": (db) => lockPayment(db, MERCHANT, ID),
  "records, locked": (db) => lockPayments(db, RECORDS),
  "a record": (db) => findPayment(db, MERCHANT, ID),
  "the record of a checkout": (db) => findPaymentOfCheckout(db, MERCHANT, "token-7"),
  "new records": (db) =>
    insertPayments(db, [NEW_PAYMENT, { ...NEW_PAYMENT, payment: { ...NEW, id: "TXN8" } }]),
  "moves of records": (db) =>
    savePaymentMoves(db, [
      { payment: { ...NEW, status: "CANCELLED" }, event: { kind: "cancelled", at: NOW }, origin: {} },
    ]),
  "a link while it is open": (db) => saveLinkWhileOpen(db, LINK),
  "links while they are open": (db) =>
    saveLinksWhileOpen(db, [LINK, { ...LINK, id: "TXN202601010000000000008" }]),
  "a routing decision": (db) => saveRoutingDecision(db, MERCHANT, ID, LINK.decision),
  "payments whose time is up": (db) =>
    findOverduePayments(db, { now: NOW, linklessBefore: NOW, withLinkless: true, limit: 500, after: null }),
  "a refund": (db) => findRefund(db, MERCHANT, "RFD7"),
  "a refund, locked": (db) => lockRefund(db, MERCHANT, "RFD7"),
  "what a payment's refunds add up to": (db) => refundTotals(db, MERCHANT, ID),
  "what the refunds of several payments add up to": (db) => refundTotalsOfSeveral(db, RECORDS),
  "new refunds": (db) =>
    insertRefunds(
      db,
      ["RFD8", "RFD9"].map((id) => ({ refund: { ...NEW_REFUND, id }, origin: {} })),
    ),
  "what was spent of a payment": (db) => spentOfPayment(db, MERCHANT, ID),
  "refunds that are due": (db) => dueRefunds.take(db, "c", LANES, FREE),
  "one refund that is taken": (db) => dueRefunds.takeOne(db, "c", TAKEN_REFUND),
  "refunds that a worker still has": (db) => dueRefunds.extend(db, [TAKEN_REFUND, TAKEN_REFUND]),
  "refunds that a worker is done with": (db) =>
    dueRefunds.release(db, [{ row: TAKEN_REFUND, pauseMs: 1_000 }]),
  "a refund that is asked for": (db) => dueRefunds.ask(db, TAKEN_REFUND),
  "a refund that is about to be sent": (db) => claimToSend(db, TAKEN_REFUND),
  "a payment and what its refunds add up to": (db) => findPaymentAndTotals(db, MERCHANT, ID),
  "what the refunds of a page add up to": (db) => refundTotalsOf(db, MERCHANT, [ID]),
  "the newest refunds": (db) => searchRefunds(db, MERCHANT, ANY_REFUND),
  "the refunds of a payment": (db) => searchRefunds(db, MERCHANT, { ...ANY_REFUND, paymentId: ID }),
  "the refunds of a reference": (db) => searchRefunds(db, MERCHANT, { ...ANY_REFUND, reference: "ORDER-7" }),
  "what happened to a payment": (db) => eventsOfPayment(db, MERCHANT, ID, 500),
  "the alerts of a payment": (db) => alertsOfPayment(db, MERCHANT, ID),
  "the time of a step of a dispute": (db) =>
    saveStepTime(db, MERCHANT, ID, { id: 7n, changedAt: "2026-11-28T10:00:00.000Z" }),
  "the payments of a charge": (db) => findPaymentsOfCharge(db, "simulator", "pay_1"),
  "an event of a payment": (db) => hasPaymentEvent(db, MERCHANT, ID, { kind: "charged", detail: {} }),
  "whether a reference can be tried again": (db) => isLinkClosed(db, MERCHANT, "ORDER-7"),
  "the newest decisions": (db) => listRoutedPayments(db, MERCHANT, { upToId: null, limit: 100 }),
  "how gateways did of late": (db) => countGatewayAttempts(db, MERCHANT, { fromId: ID, limit: 1_000 }),
  "what a gateway's notification means": (db) =>
    findRefundsAtGateway(
      db,
      { gateway: "simulator", own: null },
      { gatewayRefundId: "g", gatewayTransactionId: "t" },
    ),
  "a refund to be sent": (db) => findPlacedRefund(db, MERCHANT, "RFD7"),
  "the accounts of a merchant that take new payments": (db) => accountsInUse(db, MERCHANT),
  "the newest payment of each account": (db) => lastPayments(db, MERCHANT),
  "a paid payment of an account": (db) =>
    latestCheckout(db, { merchantId: MERCHANT, gateway: "stripe", account: 1 }),
  "whether an account may have payments": (db) =>
    mayHavePayments(db, { merchantId: MERCHANT, gateway: "stripe", account: 77 }, NOW),
  "accounts that no payment needs": (db) => deleteUnusedAccounts(db, NOW),
  "how many young refunds have not ended": (db) => countOpenRefundsSince(db, NOW, 1_000),
  "how many payments are polled at each gateway": (db) => countPolledByGateway(db, 1_000),
  "refunds that have not ended": (db) => openRefunds(db, NOW),
  "rows that move": (db) => dueRowWork(db, LANES),
  "the longest due row": (db) => oldestDueRow(db, LANES),
  "a payment that is about to be charged": (db) =>
    beginCharge(db as Pool, LINK, { polledUntil: NOW, paidMethod: null, poll: LINK.poll }),
  "polls that are due": (db) => duePolls.take(db, "c", LANES, FREE),
  "one poll that is taken": (db) => duePolls.takeOne(db, "c", LINK),
  "polls that a worker still has": (db) => duePolls.extend(db, [TAKEN_POLL, TAKEN_POLL]),
  "polls that a worker is done with": (db) =>
    duePolls.release(db, [
      { row: TAKEN_POLL, pauseMs: 1_000 },
      { row: TAKEN_POLL, pauseMs: null },
    ]),
  "a poll that begins": (db) => beginPolls(db, LINK, LINK.poll),
  "a lookup that is asked for": (db) => askForPoll(db, LINK, 1_000),
  "a poll that ends": (db) => endPolls(db, LINK),
  "reversals that have not succeeded": (db) => pendingReversals(db),
  "webhooks that wait": (db) => waitingWebhooks(db, NOW),
  "endpoints that webhooks are due for": (db) =>
    findDueEndpoints(db, { now: NOW, isStruggling: false, limit: 1_000 }),
  "webhooks that are too old": (db) => pruneWebhookDeliveries(db, LONG_AGO, 2_000),
  "idempotency keys that are too old": (db) => deleteExpiredKeys(db, 86_400_000, 2_000),
  "payments that are kept no longer": (db) =>
    findPaymentsOver(db, MERCHANT, NOW, { afterId: "", limit: 1_000 }),
  "the deletion of payments": (db) => deletePaymentsOver(db, MERCHANT, ["ORDER-7"], NOW),
  "a claim of an idempotency key": (db) => claimKey(db, MERCHANT, HOLDER, CLAIM),
  "an attempt at a webhook": (db) =>
    saveAttempts(db, MERCHANT, [
      { claimed: { id: "msg_7", lease: LEASE }, attempt: ATTEMPT, next: DELIVERED },
    ]),
  "a webhook that is sent again": (db) => replayDelivery(db, MERCHANT, "msg_7", NOW),
  "the answer of an idempotency key": (db) =>
    storeResponse(db, MERCHANT, HOLDER, "l", { status: 201, body: "{}" }),
};

test("payments that are kept no longer are read from the oldest on, and no further than a batch", async () => {
  const [find] = await sentBy((db) => findPaymentsOver(db, MERCHANT, NOW, { afterId: "", limit: 1_000 }));
  if (find === undefined) throw new Error("nothing was sent");
  const plan = await planOf(service.db, find);
  const ofPayments = plan.filter((node) => node["Relation Name"] === "payments");
  expect(ofPayments.map((node) => node["Index Name"])).toEqual([
    "payments_pkey",
    "payments_reference_attempt",
  ]);
  expect(plan.map((node) => node["Node Type"])).not.toContain("Sort");
});

test.each([dueRefunds, duePolls])(
  "rows of $table that are asked for are found by an index of their own",
  async (rows) => {
    const take = (await sentBy((db) => rows.take(db, "c", LANES, FREE))).at(-1);
    if (take === undefined) throw new Error("nothing was sent");
    const names = (await planOf(service.db, take)).map((node) => node["Index Name"]);
    expect(names).toEqual(expect.arrayContaining([`${rows.table}_due`, `${rows.table}_asked`]));
  },
);

test.each(Object.keys(READS))("%s is found by an index, however much there is", async (name) => {
  const read = READS[name];
  const sent = read === undefined ? [] : await sentBy(read);
  expect(sent.length).toBeGreaterThan(0);
  for (const statement of sent) {
    const plan = await planOf(service.db, statement);
    expect(plan.length).toBeGreaterThan(0);
    const walks = walksIn(plan, [...GROWING, "payment_polls"]);
    const tables = walks.filter((walk) => GROWING.includes(walk));
    expect(ABOUT_ALL_OPEN.includes(name) ? tables : walks, statement.text).toEqual([]);
    if (!IN_ORDER.includes(name)) expect(readWhole(plan), statement.text).toEqual([]);
  }
});
