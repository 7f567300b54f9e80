import { expect, test } from "vitest";
import { OutcomeWait } from "./outcome-wait";

/** Counts its calls and returns true from the `yes`th call on. */
function outcomeAt(yes: number): { asked: number; ask: () => Promise<boolean> } {
  const outcome = {
    asked: 0,
    ask: () => {
      outcome.asked += 1;
      return Promise.resolve(outcome.asked >= yes);
    },
  };
  return outcome;
}

test("a wait ends with the outcome, and without one at its limit", async () => {
  const [ending, never] = [outcomeAt(2), outcomeAt(Infinity)];
  const wait = new OutcomeWait(1_200);
  await Promise.all([wait.until(ending.ask), wait.until(never.ask)]);
  expect([ending.asked, never.asked]).toEqual([2, 3]);
});

test("two hundred wait at once; the next one is let go unasked, until there is room again", async () => {
  const wait = new OutcomeWait(400);
  const waiting = Array.from({ length: 200 }, () => wait.until(outcomeAt(Infinity).ask));
  const next = outcomeAt(1);
  await wait.until(next.ask);
  expect(next.asked).toBe(0);
  await Promise.all(waiting);
  await wait.until(next.ask);
  expect(next.asked).toBe(1);
});

test("a look that fails gives its place back", async () => {
  const wait = new OutcomeWait(400);
  const failures = Array.from({ length: 200 }, () =>
    wait.until(() => Promise.reject(new Error("no database"))),
  );
  expect((await Promise.allSettled(failures)).every(({ status }) => status === "rejected")).toBe(true);
  const next = outcomeAt(1);
  await wait.until(next.ask);
  expect(next.asked).toBe(1);
});
