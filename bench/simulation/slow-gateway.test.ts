import { expect, test } from "vitest";
import { GATEWAY_MS } from "./assumptions";
import { CIRCUIT, GATEWAY_LIMIT_MS } from "./figures";
import { type Call, SlowGateway } from "./slow-gateway";

const SLOW = { fromMs: 1_000, untilMs: 61_000 };

/** One payment every 100 ms from the start of the slowness on; returns the calls that the gateway got. */
function callsOf(answerMs: number, untilMs: number): Call[] {
  const gateway = new SlowGateway({ ...SLOW, answerMs });
  const calls: Call[] = [];
  const open: Call[] = [];
  for (let at = SLOW.fromMs; at < untilMs; at += 100) {
    while (open[0] !== undefined && open[0].endsAt <= at) {
      gateway.end(open[0]);
      open.shift();
    }
    const call = gateway.call(at);
    if (call === null) continue;
    calls.push(call);
    open.push(call);
    open.sort((a, b) => a.endsAt - b.endsAt);
  }
  return calls;
}

test("a gateway that takes as long as the time limit is skipped after five failures, but for one trial", () => {
  const openedAt = SLOW.fromMs + 400 + GATEWAY_LIMIT_MS;
  const calls = callsOf(GATEWAY_LIMIT_MS, openedAt + CIRCUIT.openMs + 2_000);
  expect(calls.every(({ isFailed }) => isFailed)).toBe(true);
  expect(calls.filter(({ ticket }) => ticket !== null)).toHaveLength(1);
  // Ten a second, until the fifth call of the slowness fails.
  expect(calls).toHaveLength(104 + 1);
});

test("a gateway that answers just within the limit is never skipped, so each of its payments waits", () => {
  const calls = callsOf(GATEWAY_LIMIT_MS - 1, SLOW.untilMs);
  expect(calls).toHaveLength(600);
  expect(calls.some(({ isFailed, ticket }) => isFailed || ticket !== null)).toBe(false);
});

test("a gateway that is fast again is used by everybody after its next trial", () => {
  const calls = callsOf(GATEWAY_LIMIT_MS, 150_000);
  const trials = calls.filter(({ ticket }) => ticket !== null);
  expect(trials.map(({ isFailed }) => isFailed)).toEqual([true, false]);
  const usedAgainAt = trials[1]?.endsAt ?? 0;
  const after = calls.filter(({ endsAt }) => endsAt - GATEWAY_MS >= usedAgainAt);
  expect(after.length).toBe(Math.ceil((150_000 - usedAgainAt) / 100));
});
