import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Ctx } from "../../context";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { listedPayment } from "@/tools/testing/dashboard/listed-payment";
import { cancelPayment } from "../commands/cancel-payment";
import { countStuckForNavigation } from "./count-stuck";

const SEARCH = "/v1/ops/payments/search";

let harness: Harness;
let ctx: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  harness.service.ops = { idempotency: true, operations: ["payments.search"] };
  ctx = await harness.ctxOf("ops");
});
afterAll(() => harness.stop());

function respondWith(count: number, next: string | null): void {
  const payments = Array.from({ length: count }, () => listedPayment());
  const body = JSON.stringify({ payments, next_cursor: next });
  harness.service.next(SEARCH, { kind: "answer", status: 200, body, effect: false });
}

test("the navigation counts stuck payments with at most one call in fifteen seconds", async () => {
  respondWith(2, null);
  expect(await countStuckForNavigation(ctx)).toEqual({ count: 2, atLeast: false });
  harness.clock.advance(14_000);
  expect(await countStuckForNavigation(ctx)).toEqual({ count: 2, atLeast: false });
  expect(harness.service.callsOf(SEARCH)).toHaveLength(1);
  harness.clock.advance(2_000);
  respondWith(3, "more");
  expect(await countStuckForNavigation(ctx)).toEqual({ count: 3, atLeast: true });
  const [call] = harness.service.callsOf(SEARCH);
  expect(JSON.parse(call?.body ?? "")).toMatchObject({ status: ["INITIATED"], limit: 99 });
});

test("a payment that is cancelled here is counted no longer by the next page", async () => {
  const payment = harness.service.addPayment({
    merchant_transaction_id: "ORD-STUCK",
    transaction_status: "INITIATED",
  });
  respondWith(2, null);
  expect(await countStuckForNavigation(ctx)).toEqual({ count: 2, atLeast: false });
  const cancelled = await cancelPayment(await harness.ctxOf("ops"), {
    reference: "ORD-STUCK",
    transactionId: payment.transaction_id,
  });
  expect(cancelled).toEqual({ kind: "cancelled" });
  respondWith(1, null);
  expect(await countStuckForNavigation(ctx)).toEqual({ count: 1, atLeast: false });
});

test("a service that is slow, refuses or does not list payments leaves the count out", async () => {
  harness.service.next(SEARCH, { kind: "delay", ms: 5_000 });
  expect(await countStuckForNavigation(ctx)).toBeNull();
  harness.clock.advance(16_000);
  harness.service.next(SEARCH, { kind: "answer", status: 500, body: "{}", effect: false });
  expect(await countStuckForNavigation(ctx)).toBeNull();
  await harness.reset();
  harness.service.ops = null;
  expect(await countStuckForNavigation(await harness.ctxOf("ops"))).toBeNull();
  expect(harness.service.callsOf(SEARCH)).toHaveLength(0);
});

test("no call is made while the service limits calls", async () => {
  harness.service.next(SEARCH, { kind: "answer", status: 429, body: "{}", effect: false });
  expect(await countStuckForNavigation(ctx)).toBeNull();
  harness.clock.advance(16_000);
  expect(await countStuckForNavigation(ctx)).toBeNull();
  expect(harness.service.callsOf(SEARCH)).toHaveLength(1);
});
