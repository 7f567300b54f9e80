import { expect, test } from "vitest";
import { nextCheckAt } from "./refund-checks";

const ended = new Date("2026-01-01T10:00:00.000Z");
const afterDays = (days: number): Date => new Date(ended.getTime() + days * 24 * 3_600_000);

test.each([
  [0, 1],
  [1, 3],
  [2.5, 3],
  [3, 7],
  [7.01, 14],
  [14, 30],
])("%s days after its end a refund is checked next on day %s", (now, next) => {
  expect(nextCheckAt(ended, afterDays(now))).toEqual(afterDays(next));
});

test("from thirty days on a refund is not checked any more", () => {
  expect(nextCheckAt(ended, afterDays(30))).toBeNull();
  expect(nextCheckAt(ended, afterDays(400))).toBeNull();
});
