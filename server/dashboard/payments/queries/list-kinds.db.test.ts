import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Ctx } from "../../context";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { listKinds } from "./list-kinds";

const KINDS = "/v1/ops/payments/kinds";

let harness: Harness;
let ctx: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  harness.clock.advance(10 * 60_000);
  harness.service.ops = { idempotency: true, operations: ["payments.search", "payments.kinds"] };
  ctx = await harness.ctxOf("support");
});
afterAll(() => harness.stop());

function responses(body: object, status = 200): void {
  harness.service.next(KINDS, { kind: "answer", status, body: JSON.stringify(body), effect: false });
}
const calls = (): number => harness.service.calls.filter(({ path }) => path === KINDS).length;

it("asks once a minute what payments of the last 30 days have, and leaves out a scheme that it does not know", async () => {
  responses({ currencies: ["INR", "USD"], card_schemes: ["VISA", "NEW"], issuing_banks: ["HDFC"] });
  const kinds = { currencies: ["INR", "USD"], schemes: ["VISA"], banks: ["HDFC"] };
  expect(await Promise.all([listKinds(ctx), listKinds(ctx)])).toEqual([kinds, kinds]);
  harness.clock.advance(59_000);
  expect(await listKinds(ctx)).toEqual(kinds);
  expect(calls()).toBe(1);
  harness.clock.advance(2_000);
  responses({ currencies: [], card_schemes: [], issuing_banks: [] });
  expect(await listKinds(ctx)).toEqual({ currencies: [], schemes: [], banks: [] });
  const { from, until } = JSON.parse(
    harness.service.calls.findLast(({ path }) => path === KINDS)?.body ?? "{}",
  ) as Record<string, string>;
  expect(Date.parse(until ?? "") - Date.parse(from ?? "")).toBe(30 * 24 * 3_600_000);
});

it("has none while the service fails, and asks again at once; an earlier service gets no call", async () => {
  responses({ detail: "Wait." }, 503);
  expect(await listKinds(ctx)).toBeNull();
  responses({ currencies: ["INR"], card_schemes: [], issuing_banks: [] });
  expect(await listKinds(ctx)).toMatchObject({ currencies: ["INR"] });
  expect(calls()).toBe(2);
  harness.clock.advance(10 * 60_000);
  harness.service.ops = { idempotency: true, operations: ["payments.search"] };
  expect(await listKinds(ctx)).toBeNull();
  expect(calls()).toBe(2);
});
