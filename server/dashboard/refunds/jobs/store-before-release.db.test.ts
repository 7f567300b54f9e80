import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readDatabaseClock } from "@/server/platform/database-clock";
import type { Ctx } from "../../context";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { leaveUnknown } from "@/tools/testing/dashboard/unknown-refund";
import { resolveUnknownRefund } from "../commands/resolve-unknown-refund";
import { storeRefundResponse } from "../commands/store-refund-response";
import { findIntent } from "../store/refund-intents";
import { resolveRefundIntent } from "./resolve-refund-intent";

let harness: Harness;
let ctx: Ctx;
beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  ctx = await harness.ctxOf("finance");
});
afterAll(() => harness.stop());

test("nobody can say 'not sent' between the service's answer to a resend and its storing", async () => {
  const payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
  harness.service.ops = { idempotency: true, operations: [] };
  const intentId = await leaveUnknown(harness, ctx, payment, { tookEffect: false });
  let verdict: unknown = null;
  const { pool } = harness.services;
  // This delays the job between the release of its claim and its transaction: a wait for a connection, or a suspended
  // process.
  const slow = new Proxy(pool, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown;
      if (name === "query")
        return async (...given: [unknown, ...unknown[]]) => {
          const result: unknown = await (target.query as (...all: unknown[]) => Promise<unknown>)(...given);
          if (verdict === null && String(given[0]).includes("set held_until = null")) {
            verdict = "asking";
            verdict = await resolveUnknownRefund(ctx, {
              verdict: "not_sent",
              intentId,
              confirmation: "120.25",
              reason: "The portal did not show it",
            });
          }
          return result;
        };
      return typeof value === "function" ? (value as (...all: unknown[]) => unknown).bind(target) : value;
    },
  });
  await resolveRefundIntent({ ...harness.services, pool: slow }, intentId);
  expect((await findIntent(harness.pool, intentId))?.state).toBe("ACCEPTED");
  expect(verdict).toMatchObject({ kind: "not_open" });
});

test("an acceptance that comes after the outcome was decided is reported with the refund's id", async () => {
  const payment = harness.service.addPayment({ merchant_transaction_id: "ORD-2" });
  harness.service.ops = { idempotency: true, operations: [] };
  const intentId = await leaveUnknown(harness, ctx, payment, { tookEffect: false });
  const intent = await findIntent(harness.pool, intentId);
  if (intent === null) throw new Error("the intent is missing");
  const input = { verdict: "not_sent", intentId, confirmation: "120.25", reason: "Not there" };
  expect(await resolveUnknownRefund(ctx, input)).toMatchObject({ kind: "settled" });
  const logged: unknown[] = [];
  const logger = Object.assign(Object.create(harness.services.logger) as typeof harness.services.logger, {
    error: (entry: unknown) => logged.push(entry),
  });
  const beforeMs = await readDatabaseClock(harness.pool);
  const response = { state: "ACCEPTED", refundId: "RFDLATE", refundStatus: "INITIATED" } as const;
  const source = { actor: "system", by: "resend" } as const;
  expect(await storeRefundResponse({ ...harness.services, logger }, intent, response, source)).toBe(false);
  expect(logged).toEqual([expect.objectContaining({ intentId, refundId: "RFDLATE" })]);
  // No balance that was read before includes it.
  expect((await findIntent(harness.pool, intentId))?.countedAtMs).toBeGreaterThanOrEqual(beforeMs);
});
