import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Called } from "@/lib/client/call-result";
import type { OpsResult } from "@/lib/contract/ops";
import { createCapabilities } from "./capabilities";

type Result = Called<OpsResult<"capabilities">>;

const noResponse = { kind: "not_sent", requestId: "r" } as const;
const checkKey = () => Promise.resolve(noResponse);
const answered = {
  kind: "answered",
  value: { success: true, idempotency: true, operations: ["gateways.list"] },
  requestId: "r",
} as unknown as Result;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("a list that is known is used while a service that hangs is asked for a newer one", async () => {
  const responses: Promise<Result>[] = [Promise.resolve(answered), new Promise(() => undefined)];
  const capabilities = createCapabilities({
    clock: { now: () => new Date() },
    ask: async () => responses.shift() ?? answered,
    checkKey,
  });
  await capabilities();
  await vi.advanceTimersByTimeAsync(10 * 60_000);

  const known = capabilities();
  await vi.advanceTimersByTimeAsync(1_000);
  const soon = await Promise.race([known, Promise.resolve(null)]);
  expect(soon?.offers("gateways.list")).toBe(true);
  expect(responses).toEqual([]);
});

test("what must be fresh is waited for, and so is the first list", async () => {
  const waiting: ((response: Result) => void)[] = [];
  const capabilities = createCapabilities({
    clock: { now: () => new Date() },
    ask: () => new Promise((resolve) => waiting.push(resolve)),
    checkKey,
  });
  for (const how of [{}, { isFresh: true }]) {
    let isDone = false;
    const asked = capabilities(how).then(() => (isDone = true));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(isDone).toBe(false);
    waiting.shift()?.(answered);
    await asked;
  }
});

test("what must be fresh has no idempotency when the service does not tell now", async () => {
  const responses: Result[] = [answered, noResponse, answered];
  const capabilities = createCapabilities({
    clock: { now: () => new Date() },
    ask: () => Promise.resolve(responses.shift() ?? answered),
    checkKey,
  });
  expect((await capabilities()).idempotency).toBe(true);
  expect(await capabilities({ isFresh: true })).toMatchObject({ isKnown: true, idempotency: false });
  expect((await capabilities({ isFresh: true })).idempotency).toBe(true);
});

test("a merchant whose data are tests is asked about again soon, and another not", async () => {
  const told = (isTestOnly: boolean): Result =>
    ({ ...answered, value: { ...(answered as { value: object }).value, test_only: isTestOnly } }) as Result;
  const responses: Result[] = [told(true), noResponse, told(true), told(false)];
  const capabilities = createCapabilities({
    clock: { now: () => new Date() },
    ask: () => Promise.resolve(responses.shift() ?? told(true)),
    checkKey,
  });
  expect((await capabilities()).isTestOnly).toBe(true);
  expect((await capabilities({ isFresh: true })).isTestOnly).toBe(false);
  expect((await capabilities({ isFresh: true })).isTestOnly).toBe(true);
  await vi.advanceTimersByTimeAsync(15_000);
  expect((await capabilities()).isTestOnly).toBe(false);
  await vi.advanceTimersByTimeAsync(15_000);
  expect((await capabilities()).isTestOnly).toBe(false);
});
