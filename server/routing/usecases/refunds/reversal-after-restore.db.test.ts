import { afterAll, beforeAll, expect, test } from "vitest";
import type { Clock } from "@/server/platform/clock";
import { holdRefunds, releaseRefunds } from "@/server/platform/refund-hold";
import { createAdyen } from "../../gateway/adyen/adyen";
import { createAdyenEvents } from "../../gateway/adyen/events";
import { DEFAULT_TIME_LIMIT_MS } from "../../gateway/time-limit";
import { type AdyenDouble, startAdyenDouble, TEST_ADYEN } from "@/tools/testing/routing/adyen-double";
import { checkoutRequest } from "@/tools/testing/routing/checkout-request";
import { useServiceWithoutWorker } from "@/tools/testing/routing/service-without-worker";
import type { Deps } from "../deps";
import { reportCharge } from "../payments/report-charge";
import { reversalId } from "../../domain/refunds/refund";
import { advanceRefund } from "./advance-refund";

const DAY_MS = 24 * 60 * 60_000;
let ahead = 0;
const clock: Clock = { now: () => new Date(Date.now() + ahead) };
const byHand = useServiceWithoutWorker();
let double: AdyenDouble;
beforeAll(async () => {
  double = await startAdyenDouble();
});
afterAll(() => double.close());

test.each([
  ["when the reversal was lost with the rest", true],
  ["when the backup has the reversal as unsent", false],
])(
  "a late charge that was sent back after the backup is not sent back again at Adyen: %s",
  async (_when, isLost) => {
    ahead = 0;
    const { service } = byHand;
    const adyen = createAdyen({
      ...TEST_ADYEN,
      apiBase: new URL(double.url),
      timeLimitMs: DEFAULT_TIME_LIMIT_MS,
      events: createAdyenEvents(byHand.deps.pool, clock, null),
      clock,
    });
    const deps: Deps = {
      ...byHand.deps,
      clock,
      gateways: new Map([...byHand.deps.gateways, [adyen.name, adyen]]),
    };
    const opened = await adyen.openCheckout(checkoutRequest({ amountPaise: 50_000n }));
    if (opened.kind !== "opened") throw new Error("not opened");
    const { pspReference: psp } = double.pay(opened.checkoutId);
    const made = () => [...double.refunds.values()].filter((one) => one.paymentPspReference === psp).length;

    const payment = await service.merchant.payment({}, null);
    const paymentId = payment.transaction_id;
    await service.merchant.cancel(payment.merchant_transaction_id);
    await service.db.query("update payments set gateway = 'adyen' where id = $1", [paymentId]);
    const charge = {
      status: "SUCCESS",
      gatewayTransactionId: psp,
      amountPaise: 50_000n,
      currency: "INR",
    } as const;
    const job = { merchantId: 1, refundId: reversalId(paymentId, psp) };
    expect((await reportCharge(deps, 1, paymentId, charge)).kind).toBe("reversing");
    await advanceRefund(deps, job);
    expect(made()).toBe(1);

    // Eight days later a backup of before the late charge is restored.
    ahead = 8 * DAY_MS;
    double.deleteExpiredIdempotencyKeys();
    if (isLost)
      await service.db.query("delete from refunds where kind = 'reversal' and payment_id = $1", [paymentId]);
    else
      await service.db.query(
        "update refunds set status = 'INITIATED', gateway_refund_id = null where kind = 'reversal' and payment_id = $1",
        [paymentId],
      );
    await service.db.query("delete from adyen_refunds");
    await holdRefunds(service.db, {
      backupMadeAt: new Date(Date.now() - 3_600_000),
      restoredAt: clock.now(),
    });
    ahead += 60_000;
    // The notifications of payments are sent again from the Customer Area (0307 says they must be).
    expect((await reportCharge(deps, 1, paymentId, charge)).kind).toBe("reversing");
    await releaseRefunds(service.db, clock.now());
    await advanceRefund(deps, job);
    expect(made()).toBe(1);
  },
);
