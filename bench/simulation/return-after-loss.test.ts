import { expect, test } from "vitest";
import { returnAfterLoss } from "./return-after-loss";

test("the fuller a cell is, the longer it is slow after a loss; an emptier one is soon as before", () => {
  const [emptier, fuller] = [returnAfterLoss(0.3), returnAfterLoss(0.6)];
  expect(emptier.slowForSeconds).toBeLessThan(20);
  expect(fuller.slowForSeconds).toBeGreaterThan(1.5 * emptier.slowForSeconds);
  expect(fuller.slowForSeconds).toBeLessThan(120);
});
