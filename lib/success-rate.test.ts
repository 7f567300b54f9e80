import { expect, test } from "vitest";
import { ratedOf, successRate } from "./success-rate";

test("a success rate is paid out of all that ended: open and cancelled payments are in none, dropped ones are", () => {
  const none = { INITIATED: 5, SUCCESS: 0, FAILURE: 0, DROP: 0, CANCELLED: 5 };
  expect(successRate(ratedOf(none))).toBeNull();
  expect(successRate(ratedOf({ ...none, SUCCESS: 3, FAILURE: 1, DROP: 2 }))).toBe(0.5);
});
