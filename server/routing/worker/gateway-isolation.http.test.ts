import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "@/tools/testing/routing/merchant-code";
import { rule, saveRules } from "@/tools/testing/routing/rules";
import type { TestService } from "@/tools/testing/routing/service";
import type { StripeDouble } from "@/tools/testing/routing/stripe-double";
import { sessionOf, startStripeService, statusesOf } from "@/tools/testing/routing/stripe-service";

/** Longer than the test: a call to a gateway that hangs holds its worker until the end. */
const NEVER_MS = "120000";
/** More than all workers of the service. */
const HANGING = 40;
/** Half of the workers of one kind. */
const CALLS_AT_ONCE = 8;

let service: TestService;
let stripe: StripeDouble;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ service, stripe, stop } = await startStripeService({
    GATEWAY_TIME_LIMIT_MS: NEVER_MS,
    GATEWAY_FIRST_LOOK_MS: "100",
    SIMULATOR: "on",
  }));
  await saveRules(service.merchant, [
    rule("large", {
      priority: 1,
      target: { kind: "gateway", gateway: "stripe" },
      conditions: { all: [{ field: "amount", min: "1000.00" }] },
    }),
    rule("small", { priority: 2 }),
  ]);
});
afterAll(async () => {
  // Ends what hangs, so that the service does not wait for it.
  await stripe.close();
  await stop();
});

const openAtStripe = (count: number) =>
  Promise.all(
    Array.from({ length: count }, () => service.merchant.payment({ transaction_amount: "1000.00" }, null)),
  );

/** The requests that hang: none of them ends before the double is closed. */
const hanging = (method: string, path: RegExp): number =>
  stripe.requests.filter((request) => request.method === method && path.test(request.path)).length;

async function expectRefundAtSimulator(): Promise<void> {
  const payment = await service.merchant.payment();
  const { refund_id } = (await service.merchant.refund(payment.transaction_id, "1.00")).json as {
    refund_id: string;
  };
  await eventually(
    async () => (await service.merchant.refundStatus(refund_id)).json as { refund_status: string },
    ({ refund_status }) => refund_status === "SUCCESS",
    30_000,
  );
}

test("polls and refunds that hang at one gateway hold up no refund at another", async () => {
  const paid = await openAtStripe(HANGING);
  for (const { transaction_id } of paid) {
    const sessionId = await sessionOf(service, transaction_id);
    stripe.pay(sessionId);
    await stripe.deliver(
      `${service.baseUrl}/gateways/stripe/notifications`,
      "checkout.session.completed",
      stripe.sessions.get(sessionId) ?? {},
    );
  }
  for (const { merchant_transaction_id } of paid) {
    await eventually(
      () => statusesOf(service, merchant_transaction_id),
      ([status]) => status === "SUCCESS",
    );
  }

  stripe.misbehave("GET", /^\/v1\/refunds/, { kind: "hang" }, Number.MAX_SAFE_INTEGER);
  for (const { transaction_id } of paid) await service.merchant.refund(transaction_id, "1.00");
  await eventually(
    () => Promise.resolve(hanging("GET", /^\/v1\/refunds/)),
    (count) => count >= CALLS_AT_ONCE,
  );
  await expectRefundAtSimulator();

  const seen = hanging("GET", /^\/v1\/checkout\/sessions\//);
  stripe.misbehave("GET", /^\/v1\/checkout\/sessions\//, { kind: "hang" }, Number.MAX_SAFE_INTEGER);
  await openAtStripe(HANGING);
  await eventually(
    () => Promise.resolve(hanging("GET", /^\/v1\/checkout\/sessions\//) - seen),
    (count) => count >= CALLS_AT_ONCE,
  );
  await expectRefundAtSimulator();

  expect(hanging("GET", /^\/v1\/refunds/)).toBe(CALLS_AT_ONCE);
  expect(hanging("GET", /^\/v1\/checkout\/sessions\//) - seen).toBe(CALLS_AT_ONCE);
});
