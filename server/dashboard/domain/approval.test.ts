import fc from "fast-check";
import { expect, it } from "vitest";
import { exceedsThreshold, type ApprovalRule } from "./approval";
import { lessAwaiting } from "./refund-balance";

const rule = (thresholdPaise: bigint): ApprovalRule => ({
  role: "finance",
  currency: "INR",
  thresholdPaise,
  lifetimeMinutes: 60,
});
const paise = fc.bigInt({ min: 0n, max: 10n ** 15n });

it("however a sum is split into refunds, what goes out without a second person never exceeds the threshold", () => {
  fc.assert(
    fc.property(paise, fc.array(fc.bigInt({ min: 1n, max: 10n ** 15n })), (thresholdPaise, amounts) => {
      const gone = amounts.reduce(
        (sum, amount) => (exceedsThreshold(rule(thresholdPaise), amount, sum) ? sum : sum + amount),
        0n,
      );
      expect(gone).toBeLessThanOrEqual(thresholdPaise);
    }),
  );
});

it("what waits is in progress: paid = refunded + in progress + left goes on holding, and nothing is negative", () => {
  fc.assert(
    fc.property(paise, paise, paise, paise, (refundedPaise, inProgressPaise, leftPaise, awaitingPaise) => {
      const paidPaise = refundedPaise + inProgressPaise + leftPaise;
      const before = {
        paidPaise,
        refundedPaise,
        inProgressPaise,
        leftPaise,
        mayCountTwicePaise: 0n,
        source: "ledger" as const,
      };
      const after = lessAwaiting(before, awaitingPaise);
      expect(after.refundedPaise + after.inProgressPaise + after.leftPaise).toBe(paidPaise);
      expect(after.leftPaise).toBe(awaitingPaise > leftPaise ? 0n : leftPaise - awaitingPaise);
    }),
  );
});
