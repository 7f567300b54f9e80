import fc from "fast-check";
import { expect } from "vitest";
import { systemClock } from "@/server/platform/clock";
import { ATTACKS, faultOfCost, plainText } from "@/tools/testing/platform/processor-time";
import type { Bench } from "../bench";
import { FULL, open, paid, refundOf } from "./steps";

/** A body holds 256 KiB, of signs that may each be escaped. */
const NOTIFICATION_TEXT_BYTES = 32 * 1024;

/** Notifications. */
export const NOTIFICATION_CASES = {
  "a notification names its payment": async (bench: Bench) => {
    const { request, checkoutId } = await open(bench);
    await bench.pay(checkoutId);
    expect(await bench.gateway.readNotification(bench.paymentNotification(checkoutId))).toMatchObject({
      kind: "payment",
      merchantId: request.merchantId,
      paymentId: request.paymentId,
    });
  },
  "a notification names its refund and the charge": async (bench: Bench) => {
    const charge = await paid(bench);
    const { gatewayRefundId } = await bench.gateway.refund(refundOf(bench, charge, 25_000n));
    expect(
      await bench.gateway.readNotification(bench.refundNotification(gatewayRefundId ?? "")),
    ).toMatchObject({
      kind: "refund",
      gatewayRefundId,
      gatewayTransactionId: charge,
    });
  },
  "a notification with another secret's signature is refused": async (bench: Bench) => {
    const { checkoutId } = await open(bench);
    await bench.pay(checkoutId);
    const forged = bench.paymentNotification(checkoutId, { forged: true });
    expect(await bench.gateway.readNotification(forged)).toEqual({
      kind: "refused",
      reason: "bad_signature",
    });
  },
  "a notification whose content was changed is refused": async (bench: Bench) => {
    const { checkoutId } = await open(bench);
    await bench.pay(checkoutId);
    const changed = bench.changed(bench.paymentNotification(checkoutId));
    expect(await bench.gateway.readNotification(changed)).toEqual({
      kind: "refused",
      reason: "bad_signature",
    });
  },
  "a notification without a signature is refused": async (bench: Bench) => {
    const { checkoutId } = await open(bench);
    await bench.pay(checkoutId);
    const unsigned = bench.unsigned(bench.paymentNotification(checkoutId));
    expect(await bench.gateway.readNotification(unsigned)).toEqual({
      kind: "refused",
      reason: "bad_signature",
    });
  },
  "a repeated notification changes nothing": async (bench: Bench) => {
    const { checkoutId } = await open(bench);
    await bench.pay(checkoutId);
    const sent = bench.paymentNotification(checkoutId);
    const first = await bench.gateway.readNotification(sent);
    const status = await bench.gateway.fetchPayment(checkoutId, "take");
    expect(await bench.gateway.readNotification(sent)).toEqual(first);
    expect(await bench.gateway.fetchPayment(checkoutId, "take")).toEqual(status);
  },
  "notifications in the wrong order say the same in the end": async (bench: Bench) => {
    const { checkoutId } = await open(bench);
    const charge = await bench.pay(checkoutId);
    await bench.hear();
    const { gatewayRefundId } = await bench.gateway.refund(refundOf(bench, charge, FULL));
    await bench.gateway.readNotification(bench.refundNotification(gatewayRefundId ?? ""));
    await bench.gateway.readNotification(bench.paymentNotification(checkoutId));
    await bench.hear();
    expect(await bench.gateway.fetchPayment(checkoutId, "take")).toMatchObject({
      status: "SUCCESS",
      gatewayTransactionId: charge,
      amountPaise: FULL,
    });
    expect((await bench.gateway.fetchRefund(gatewayRefundId ?? "")).status).toBe("SUCCESS");
  },
  "a notification of a payment that was not made moves no money": async (bench: Bench) => {
    const { checkoutId } = await open(bench);
    await bench.gateway.readNotification(bench.paymentNotification(checkoutId));
    expect(await bench.gateway.fetchPayment(checkoutId, "take")).toEqual({ status: "OPEN" });
  },
  "a notification about something else is ignored": async (bench: Bench) => {
    expect(await bench.gateway.readNotification(bench.otherNotification())).toMatchObject({
      kind: "ignored",
    });
  },
  "a vendor's clock may be four minutes off": async (bench: Bench) => {
    const { checkoutId } = await open(bench);
    await bench.pay(checkoutId);
    for (const minutes of [-4, 4]) {
      const at = new Date(systemClock.now().getTime() + minutes * 60_000);
      expect(
        await bench.gateway.readNotification(bench.paymentNotification(checkoutId, { at })),
      ).toMatchObject({
        kind: "payment",
      });
    }
  },
  "a notification that was recorded long ago is refused": async (bench: Bench) => {
    const { checkoutId } = await open(bench);
    await bench.pay(checkoutId);
    const oldest = bench.oldestNotificationMs ?? 5 * 60_000;
    const at = new Date(systemClock.now().getTime() - oldest - 60_000);
    expect(await bench.gateway.readNotification(bench.paymentNotification(checkoutId, { at }))).toEqual({
      kind: "refused",
      reason: "bad_signature",
    });
  },
  "a notification of any content, rightly signed, is read without harm": async (bench: Bench) => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (content) => {
        const { kind } = await bench.gateway.readNotification(bench.otherNotification(content));
        expect(["ignored", "refused"]).toContain(kind);
      }),
      { numRuns: 60 },
    );
  },
  "a notification costs no more than its size, rightly signed or not": async (bench: Bench) => {
    const { gateway } = bench;
    const readings: ((text: string) => unknown)[] = [
      (text) => gateway.readNotification({ rawBody: Buffer.from(text), headers: {} }),
      (text) =>
        gateway.readNotification(
          bench.otherNotification({ id: text, object: text, metadata: { [text]: text } }),
        ),
    ];
    for (const { name, of } of ATTACKS.filter((_, index) => index % 5 === 0)) {
      for (const read of readings) {
        const inputs = { attack: of, plain: plainText, size: NOTIFICATION_TEXT_BYTES };
        expect(await faultOfCost(read, inputs), name).toBeNull();
      }
    }
  },
  "any body at all is read without harm": async (bench: Bench) => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
        const read = await bench.gateway.readNotification({ rawBody: Buffer.from(bytes), headers: {} });
        expect(read.kind).toBe("refused");
      }),
      { numRuns: 100 },
    );
  },
} as const satisfies Record<string, (bench: Bench) => Promise<void>>;
