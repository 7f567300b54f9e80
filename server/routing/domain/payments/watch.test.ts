import { expect, test } from "vitest";
import { PAYMENT_STATUSES } from "@/lib/contract/statuses";
import { mustClose, watchOfCharge, watchOfCheckout } from "./watch";

const at = new Date("2026-01-02T03:04:05.678Z");

test("a checkout is watched for a day after its end, a charge on the own page for an hour (decision 0012)", () => {
  expect(watchOfCheckout({ expiresAt: at })).toEqual(new Date("2026-01-03T03:04:05.678Z"));
  expect(watchOfCharge(at)).toEqual(new Date("2026-01-02T04:04:05.678Z"));
});

test.each(PAYMENT_STATUSES)(
  "the checkout of a payment that is %s is closed if it has ended without money",
  (status) => {
    const hasEndedWithoutMoney = status === "FAILURE" || status === "DROP" || status === "CANCELLED";
    expect(mustClose({ status, watchedUntil: at })).toBe(hasEndedWithoutMoney);
    expect(mustClose({ status, watchedUntil: null })).toBe(false);
  },
);
