import { expect, test } from "vitest";
import { REFUND_FAILURES } from "../contract/refund-failures";
import { nextStepAfter } from "./refund-failure";

test("a refund is made again only after a reason that passes, and by hand only where the bank has nothing to decide", () => {
  const next = REFUND_FAILURES.map((reason) => [reason, nextStepAfter({ reason, message: null })]);
  expect(next).toEqual([
    ["window_over", "manual"],
    ["disputed", "wait"],
    ["insufficient_balance", "again"],
    ["account_closed", "manual"],
    ["refused", "manual"],
    ["unknown", "again"],
  ]);
  expect(nextStepAfter(null)).toBe("again");
});
