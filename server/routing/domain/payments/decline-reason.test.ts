import { expect, test } from "vitest";
import { AVOIDABILITIES, DECLINE_REASONS } from "@/lib/contract/decline-reasons";
import { avoidabilityOf } from "./decline-reason";

test("every decline reason says whether another gateway could have helped", () => {
  for (const reason of DECLINE_REASONS) expect(AVOIDABILITIES).toContain(avoidabilityOf(reason));
});

test.each(["insufficient_funds", "lost_or_stolen_card", "customer_abandoned", "customer_cancelled"] as const)(
  "no gateway could have avoided %s",
  (reason) => {
    expect(avoidabilityOf(reason)).toBe("unavoidable");
  },
);

test.each(["gateway_error", "issuer_declined", "merchant_account_error"] as const)(
  "another gateway may succeed after %s",
  (reason) => {
    expect(avoidabilityOf(reason)).toBe("mendable");
  },
);

test("what has no reason counts neither way", () => {
  expect(avoidabilityOf("unknown")).toBe("unknown");
});
