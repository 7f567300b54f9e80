import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Called } from "@/lib/client/answer";
import type { OpsResult } from "@/lib/contract/ops";
import { createCapabilities } from "./capabilities";

type Answer = Called<OpsResult<"capabilities">>;

const noAnswer = { kind: "not_sent", requestId: "r" } as const;
const checkKey = () => Promise.resolve(noAnswer);
const answered = {
  kind: "answered",
  value: { success: true, idempotency: true, operations: ["gateways.list"] },
  requestId: "r",
} as unknown as Answer;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("a list that is known is used while a service that hangs is asked for a newer one", async () => {
  const answers: Promise<Answer>[] = [Promise.resolve(answered), new Promise(() => undefined)];
  const capabilities = createCapabilities({
    clock: { now: () => new Date() },
    ask: async () => answers.shift() ?? answered,
    checkKey,
  });
  await capabilities();
  await vi.advanceTimersByTimeAsync(10 * 60_000);

  const known = capabilities();
  await vi.advanceTimersByTimeAsync(1_000);
  const soon = await Promise.race([known, Promise.resolve(null)]);
  expect(soon?.offers("gateways.list")).toBe(true);
  expect(answers).toEqual([]);
});

test("what must be fresh is waited for, and so is the first list", async () => {
  const waiting: ((answer: Answer) => void)[] = [];
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
  const answers: Answer[] = [answered, noAnswer, answered];
  const capabilities = createCapabilities({
    clock: { now: () => new Date() },
    ask: () => Promise.resolve(answers.shift() ?? answered),
    checkKey,
  });
  expect((await capabilities()).idempotency).toBe(true);
  expect(await capabilities({ isFresh: true })).toMatchObject({ isKnown: true, idempotency: false });
  expect((await capabilities({ isFresh: true })).idempotency).toBe(true);
});
