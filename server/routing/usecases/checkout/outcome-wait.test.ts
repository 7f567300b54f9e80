import { expect, test } from "vitest";
import { OutcomeWait } from "./outcome-wait";

/** Counts its calls and returns true from the `yes`th call on. */
function outcomeAt(yes: number): { calls: number; check: () => Promise<boolean> } {
  const outcome = {
    calls: 0,
    check: () => {
      outcome.calls += 1;
      return Promise.resolve(outcome.calls >= yes);
    },
  };
  return outcome;
}

test("a wait ends with the outcome, and without one at its limit", async () => {
  const [ending, never] = [outcomeAt(2), outcomeAt(Infinity)];
  const wait = new OutcomeWait(1_200);
  await Promise.all([wait.until(ending.check), wait.until(never.check)]);
  expect([ending.calls, never.calls]).toEqual([2, 3]);
});

test("two hundred wait at once; the next one returns unchecked, until there is room again", async () => {
  const wait = new OutcomeWait(400);
  const waiting = Array.from({ length: 200 }, () => wait.until(outcomeAt(Infinity).check));
  const next = outcomeAt(1);
  await wait.until(next.check);
  expect(next.calls).toBe(0);
  await Promise.all(waiting);
  await wait.until(next.check);
  expect(next.calls).toBe(1);
});

test("a failed check frees its place", async () => {
  const wait = new OutcomeWait(400);
  const failures = Array.from({ length: 200 }, () =>
    wait.until(() => Promise.reject(new Error("no database"))),
  );
  expect((await Promise.allSettled(failures)).every(({ status }) => status === "rejected")).toBe(true);
  const next = outcomeAt(1);
  await wait.until(next.check);
  expect(next.calls).toBe(1);
});
