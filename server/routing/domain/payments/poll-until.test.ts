import { expect, test } from "vitest";
import { PAYMENT_STATUSES } from "@/lib/contract/statuses";
import { mustClose, pollChargeUntil, pollCheckoutUntil } from "./poll-until";

const at = new Date("2026-01-02T03:04:05.678Z");

test("a checkout is polled for a day after its end, a charge on the own page for an hour (decision 0012)", () => {
  expect(pollCheckoutUntil({ expiresAt: at })).toEqual(new Date("2026-01-03T03:04:05.678Z"));
  expect(pollChargeUntil(at)).toEqual(new Date("2026-01-02T04:04:05.678Z"));
});

test.each(PAYMENT_STATUSES)(
  "the checkout of a payment that is %s is closed if the payment has ended and money may still come",
  (status) => {
    expect(mustClose({ status, polledUntil: at })).toBe(status !== "INITIATED");
    expect(mustClose({ status, polledUntil: null })).toBe(false);
  },
);
