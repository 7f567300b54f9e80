import { expect, test } from "vitest";
import { pauseUntilAnswered, pauseUntilCheck } from "./refund-checks";

const ended = new Date("2026-01-01T10:00:00.000Z");
const refund = { completedAt: ended, gatewayRefundId: "gw1" };
const afterDays = (days: number): Date => new Date(ended.getTime() + days * 24 * 3_600_000);

test.each([
  [0, 1],
  [1, 3],
  [2.5, 3],
  [3, 7],
  [7.01, 14],
  [14, 30],
])("%s days after its end a refund is checked next on day %s", (now, next) => {
  expect(pauseUntilCheck(refund, afterDays(now))).toBe(afterDays(next).getTime() - afterDays(now).getTime());
});

test("from thirty days on a refund is not checked any more", () => {
  expect(pauseUntilCheck(refund, afterDays(30))).toBeNull();
  expect(pauseUntilCheck(refund, afterDays(400))).toBeNull();
});

test("a refund that its gateway never had is not checked", () => {
  expect(pauseUntilCheck({ ...refund, gatewayRefundId: null }, ended)).toBeNull();
});

test.each([
  [-1, 15],
  [1, 15],
  [5, 72],
  [400, 360],
])("%s days after its end, a check without an answer is repeated after %s minutes", (days, minutes) => {
  expect(pauseUntilAnswered(refund, afterDays(days))).toBe(minutes * 60_000);
});
