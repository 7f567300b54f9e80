import { afterAll, beforeAll, expect, test } from "vitest";
import type { DisputeAlertKind } from "@/lib/contract/payment-alerts";
import { systemClock } from "@/server/platform/clock";
import { createStripe } from "../../gateway/stripe/stripe";
import { DEFAULT_TIME_LIMIT_MS } from "../../gateway/time-limit";
import { depsOn } from "@/tools/testing/routing/deps";
import type { CreatedPayment } from "@/tools/testing/routing/merchant-code";
import { Reconciler } from "@/tools/testing/routing/reconciler";
import type { TestService } from "@/tools/testing/routing/service";
import { type StripeDouble, TEST_STRIPE } from "@/tools/testing/routing/stripe-double";
import { sessionOf, startStripeService } from "@/tools/testing/routing/stripe-service";
import { ops } from "@/tools/testing/routing/webhook-ops";
import { findPayment } from "../../store/payments/payments";
import { findRun } from "../../store/reconciliation/runs";
import type { Deps } from "../deps";
import { Comparer } from "../reconcile/compare";
import { examineRecord } from "../reconcile/compare-records";
import { takeDisagreement } from "../reconcile/take-disagreement";
import { lookUpPayment } from "./poll-payment";
import { receiveNotification } from "./receive-notification";
import { recordDispute } from "./record-alert";

const SANDBOX = 1;
const SOON = { timeout: 45_000, interval: 200 };

let service: TestService;
let stripe: StripeDouble;
let stop: () => Promise<void>;
let deps: Deps;
let close: () => Promise<void>;
let reconciler: Reconciler;
beforeAll(async () => {
  ({ service, stripe, stop } = await startStripeService({
    GATEWAY_FIRST_LOOK_MS: "600000",
    SWEEP_INTERVAL_MS: "600000",
  }));
  reconciler = new Reconciler(service, service.merchant);
  const context = depsOn(service);
  const gateway = createStripe({
    ...TEST_STRIPE,
    apiBase: new URL(stripe.url),
    timeLimitMs: DEFAULT_TIME_LIMIT_MS,
    clock: systemClock,
  });
  deps = { ...context.deps, gateways: new Map([[gateway.name, gateway]]) };
  close = context.close;
});
afterAll(async () => {
  await close();
  await stop();
});

type Paid = { payment: CreatedPayment; sessionId: string; intent: string; look: () => Promise<void> };

async function paid(): Promise<Paid> {
  const payment = await service.merchant.payment({}, null);
  const sessionId = await sessionOf(service, payment.transaction_id);
  const intent = stripe.pay(sessionId);
  const look = (): Promise<void> =>
    lookUpPayment(deps, { merchantId: SANDBOX, paymentId: payment.transaction_id });
  await look();
  expect((await findPayment(deps.pool, SANDBOX, payment.transaction_id))?.status).toBe("SUCCESS");
  return { payment, sessionId, intent, look };
}
const notify = (type: string, object: object): Promise<unknown> =>
  receiveNotification(deps, "stripe", stripe.notification(type, object));
const disputeOf = (intent: string, status = "needs_response") => ({
  object: "dispute",
  id: `dp_of_${intent}`,
  charge: "ch_1",
  payment_intent: intent,
  amount: 50_000,
  currency: "inr",
  reason: "fraudulent",
  status,
});

const eventsOf = async ({ payment }: Paid): Promise<string[]> => {
  const { rows } = await service.db.query<{ kind: string }>(
    "select kind from payment_events where payment_id = $1 order by id",
    [payment.transaction_id],
  );
  return rows.map(({ kind }) => kind).slice(2);
};
const alertOf = async ({ payment }: Paid): Promise<unknown> => {
  const reply = await service.merchant.ops("POST", "/v1/ops/refunds/balance", {
    transaction_id: payment.transaction_id,
  });
  return (reply.json as { alert: unknown }).alert;
};
const findingOf = async ({ payment }: Paid, state = "open"): Promise<object | undefined> =>
  (await reconciler.findings({ state: [state] })).find(
    (finding) => (finding as unknown as { record_id: string }).record_id === payment.transaction_id,
  );
/** A step of one dispute, at this minute by the vendor's clock. */
const tellStep = ({ payment }: Paid, step: DisputeAlertKind, minute: number): Promise<void> =>
  recordDispute(
    deps,
    { merchantId: SANDBOX, id: payment.transaction_id },
    {
      disputeId: "d1",
      step,
      event: step,
      amount: null,
      reason: null,
      changedAt: new Date(Date.UTC(2026, 10, 28, 10, minute)),
    },
  );

let endpoint: Promise<unknown> | undefined;
/** One endpoint that gets alerts. */
const subscribe = (): Promise<unknown> =>
  (endpoint ??= ops(service.merchant, "webhooks.create", {
    url: "https://shop.example/hook",
    description: "",
    events: ["payment.alert"],
  }));
const webhooksOf = async ({ payment }: Paid) => {
  const { rows } = await service.db.query<{ event: string; sequence: number; body: string }>(
    "select event, sequence, body from webhook_deliveries where payment_id = $1 order by sequence",
    [payment.transaction_id],
  );
  return rows.map(({ event, sequence, body }) => {
    const { type, data } = JSON.parse(body) as { type: string; data: Record<string, unknown> };
    return { event, sequence, type, status: data["transaction_status"], alert: data["alert"] };
  });
};
const statusOf = ({ payment }: Paid): Promise<unknown> => reconciler.statusOf(payment);

test("a payment that its vendor has no money for any more is a finding, an event and an alert, once, and SUCCESS stays", async () => {
  const it = await paid();
  const session = stripe.sessions.get(it.sessionId);
  Object.assign(session ?? {}, { payment_status: "unpaid", status: "expired" });
  await it.look();
  await it.look();
  await expect.poll(() => eventsOf(it), SOON).toEqual(["charge_missing"]);
  expect(await alertOf(it)).toBe("charge_missing");
  expect(await findingOf(it)).toMatchObject({
    problem: "unpaid_there",
    certain: false,
    here: { status: "SUCCESS" },
    there: { status: "CLOSED" },
  });
  expect(await statusOf(it)).toBe("SUCCESS");

  Object.assign(session ?? {}, { payment_status: "paid", status: "complete" });
  await it.look();
  await it.look();
  expect(await eventsOf(it)).toEqual(["charge_missing", "charge_found"]);
  expect(await alertOf(it)).toBeNull();
  expect(await findingOf(it)).toBeUndefined();
});

test("money that is back when a run compares the payment once more is an event too", async () => {
  const it = await paid();
  const session = stripe.sessions.get(it.sessionId) ?? {};
  Object.assign(session, { payment_status: "unpaid", status: "expired" });
  await it.look();
  const { transaction_id: id } = it.payment;
  const key = { merchantId: SANDBOX, record: "payment", paymentId: id, recordId: id } as const;
  const comparer = new Comparer(deps);
  const examined = await examineRecord(comparer, key);
  if (examined?.kind !== "disagrees") throw new Error("the gateway has the money");

  Object.assign(session, { payment_status: "paid", status: "complete" });
  const run = await findRun(deps.pool, SANDBOX, BigInt((await reconciler.run()).run_id));
  if (run === null) throw new Error("there is no run");
  expect(await takeDisagreement(deps, comparer, run, examined)).toEqual({ kind: "agrees" });
  expect(await eventsOf(it)).toEqual(["charge_missing", "charge_found"]);
});

test("a payment that was refunded as a whole is not missed", async () => {
  const it = await paid();
  expect((await service.merchant.refund(it.payment.transaction_id, "500.00")).status).toBe(201);
  Object.assign(stripe.sessions.get(it.sessionId) ?? {}, { payment_status: "unpaid", status: "expired" });
  await it.look();
  expect(await eventsOf(it)).toEqual([]);
  expect(await findingOf(it)).toBeUndefined();
});

test("a dispute and its chargeback are told once each, stay a finding, and end when it is won", async () => {
  const it = await paid();
  for (let times = 0; times < 2; times += 1) await notify("charge.dispute.created", disputeOf(it.intent));
  await it.look();
  expect(await alertOf(it)).toBe("disputed");
  await expect.poll(() => findingOf(it), SOON).toMatchObject({ problem: "disputed", stake_amount: "500.00" });

  await notify("charge.dispute.funds_withdrawn", disputeOf(it.intent));
  await it.look();
  expect(await alertOf(it)).toBe("charged_back");
  // The service looks too; whichever finds the other at it comes back a little later.
  await expect
    .poll(() => findingOf(it), SOON)
    .toMatchObject({
      problem: "charged_back",
      certain: false,
      there: { status: "CHARGED_BACK", amount: "500.00", gateway_id: `dp_of_${it.intent}` },
    });
  const run = await reconciler.run();
  expect(run.left).toBeGreaterThan(0);
  expect(await findingOf(it)).toMatchObject({ problem: "charged_back" });
  expect(await statusOf(it)).toBe("SUCCESS");

  await notify("charge.dispute.closed", disputeOf(it.intent, "won"));
  await it.look();
  expect(await alertOf(it)).toBeNull();
  await expect.poll(() => findingOf(it), SOON).toBeUndefined();
  expect(await eventsOf(it)).toEqual(["dispute_opened", "charged_back", "dispute_won"]);
});

test("a vendor that repeats a step adds no event, and an older end that comes late does not end the dispute", async () => {
  const it = await paid();
  for (const minute of [1, 3, 4, 5]) await tellStep(it, "dispute_opened", minute);
  expect(await eventsOf(it)).toEqual(["dispute_opened"]);
  await tellStep(it, "dispute_won", 2);
  expect(await alertOf(it)).toBe("disputed");
  await tellStep(it, "dispute_won", 6);
  expect(await alertOf(it)).toBeNull();
  expect(await eventsOf(it)).toEqual(["dispute_opened", "dispute_won", "dispute_won"]);
});

test("a dispute of another system's charge, and of a charge at another gateway, concern no payment", async () => {
  const it = await paid();
  await notify("charge.dispute.created", disputeOf("pi_of_another_system"));
  await service.db.query("update payments set gateway = 'razorpay' where id = $1", [
    it.payment.transaction_id,
  ]);
  await notify("charge.dispute.created", disputeOf(it.intent));
  expect(await eventsOf(it)).toEqual([]);
});

test("each alert is a webhook of its own type, whose sequence continues that of the reference", async () => {
  await subscribe();
  const it = await paid();
  await notify("charge.dispute.created", disputeOf(it.intent));
  await notify("charge.dispute.created", disputeOf(it.intent));
  await notify("charge.dispute.closed", disputeOf(it.intent, "lost"));
  const alert = { dispute_id: `dp_of_${it.intent}`, amount: "500.00", currency: "INR", reason: "fraudulent" };
  const shared = { event: "payment.alert", type: "payment.alert", status: "SUCCESS" };
  expect(await webhooksOf(it)).toEqual([
    { ...shared, sequence: 3, alert: { kind: "dispute_opened", ...alert } },
    { ...shared, sequence: 4, alert: { kind: "charged_back", ...alert } },
  ]);
});

test("an older end that comes late is an event and no webhook, which would be taken for the newest", async () => {
  await subscribe();
  const it = await paid();
  await tellStep(it, "dispute_opened", 1);
  await tellStep(it, "charged_back", 5);
  await tellStep(it, "dispute_won", 3);
  expect(await alertOf(it)).toBe("charged_back");
  await tellStep(it, "dispute_won", 7);
  expect(await eventsOf(it)).toEqual(["dispute_opened", "charged_back", "dispute_won", "dispute_won"]);
  const told = (await webhooksOf(it)).map(({ sequence, alert }) => [
    sequence,
    (alert as { kind: string }).kind,
  ]);
  expect(told).toEqual([
    [3, "dispute_opened"],
    [4, "charged_back"],
    [6, "dispute_won"],
  ]);
});
