import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "@/server/platform/clock";
import { createPayPal } from "../../gateway/paypal/paypal";
import { depsOn } from "@/tools/testing/routing/deps";
import { type PayPalDouble, startPayPalDouble, TEST_PAYPAL } from "@/tools/testing/routing/paypal-double";
import { TEST_PAYPAL_ROOTS } from "@/tools/testing/routing/paypal-certificates";
import { rule, saveRules } from "@/tools/testing/routing/rules";
import { startTestService, type TestService } from "@/tools/testing/routing/service";
import type { Deps } from "../deps";
import { Comparer } from "../reconcile/compare";
import { examineRecord } from "../reconcile/compare-records";
import { lookUpPayment, pollPayment } from "./poll-payment";
import { DEFAULT_TIME_LIMIT_MS } from "../../gateway/time-limit";

const SANDBOX = 1;

let service: TestService;
let paypal: PayPalDouble;
let deps: Deps;
let close: () => Promise<void>;
beforeAll(async () => {
  paypal = await startPayPalDouble();
  service = await startTestService({
    PAYPAL_CLIENT_ID: TEST_PAYPAL.clientId,
    PAYPAL_CLIENT_SECRET: TEST_PAYPAL.clientSecret,
    PAYPAL_WEBHOOK_ID: TEST_PAYPAL.webhookId,
    PAYPAL_ENVIRONMENT: TEST_PAYPAL.environment,
    PAYPAL_API_BASE: paypal.url,
    GATEWAY_FIRST_LOOK_MS: "600000",
    SWEEP_INTERVAL_MS: "600000",
  });
  await saveRules(service.merchant, [rule("paypal", { target: { kind: "gateway", gateway: "paypal" } })]);
  const context = depsOn(service);
  const gateway = createPayPal({
    ...TEST_PAYPAL,
    apiBase: new URL(paypal.url),
    timeLimitMs: DEFAULT_TIME_LIMIT_MS,
    clock: systemClock,
    trustedRoots: TEST_PAYPAL_ROOTS,
  });
  deps = { ...context.deps, gateways: new Map([[gateway.name, gateway]]) };
  close = context.close;
});
afterAll(async () => {
  await close();
  await service.stop();
  await paypal.close();
});

/** The customer approves an order at PayPal that could not be closed there before its polling ended. */
async function approvedAfter(status: "INITIATED" | "DROP"): Promise<string> {
  const { transaction_id: id } = await service.merchant.payment({ currency: "USD" }, null);
  const order = [...paypal.orders.values()].find(({ custom_id }) => custom_id === `${SANDBOX}-${id}`);
  if (order === undefined) throw new Error(`the double has no order of ${id}`);
  if (status === "DROP") {
    await service.db.query(
      "update payments set status = 'DROP', completed_at = now(), watched_until = null where id = $1",
      [id],
    );
  }
  paypal.approve(order.id);
  return id;
}
const capturesOf = (id: string): number =>
  [...paypal.captures.values()].filter(({ custom_id }) => custom_id.endsWith(`-${id}`)).length;

test("a payment that ended is not captured by a late approval at PayPal (decision 0308)", async () => {
  const id = await approvedAfter("DROP");
  await lookUpPayment(deps, { merchantId: SANDBOX, paymentId: id });
  expect(capturesOf(id)).toBe(0);
});

test("one that is open is captured", async () => {
  const id = await approvedAfter("INITIATED");
  await lookUpPayment(deps, { merchantId: SANDBOX, paymentId: id });
  expect(capturesOf(id)).toBe(1);
});

test.each(["DROP", "INITIATED"] as const)("a reconciliation takes no money: %s", async (status) => {
  const id = await approvedAfter(status);
  const key = { merchantId: SANDBOX, record: "payment", paymentId: id, recordId: id } as const;
  await examineRecord(new Comparer(deps), key);
  expect(capturesOf(id)).toBe(0);
});

test.each([
  ["a lookup", lookUpPayment],
  ["a poll", pollPayment],
] as const)(
  "what was paid for a cancelled payment is sent back although its checkout cannot be closed (%s)",
  async (_, look) => {
    const { transaction_id: id } = await service.merchant.payment({ currency: "USD" }, null);
    const order = [...paypal.orders.values()].find(({ custom_id }) => custom_id === `${SANDBOX}-${id}`);
    if (order === undefined) throw new Error(`the double has no order of ${id}`);
    const { id: charge } = paypal.pay(order.id);
    await service.db.query("update payments set status = 'CANCELLED', completed_at = now() where id = $1", [
      id,
    ]);
    paypal.misbehave("PATCH", /orders/, { kind: "error", status: 500, body: {} });
    await look(deps, { merchantId: SANDBOX, paymentId: id });
    const { rows } = await service.db.query(
      "select charge from refunds where kind = 'reversal' and payment_id = $1",
      [id],
    );
    expect(rows).toEqual([{ charge }]);
  },
);
