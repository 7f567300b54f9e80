import { err, ok, type Result } from "@/lib/result";
import type { InboundNotification, NotificationEvent } from "../../gateway/port";
import { findRefundsAtGateway } from "../../store/reversals/refunds-at-gateway";
import { findPayment } from "../../store/payments/payments";
import type { Deps } from "../deps";
import { scheduleLookup } from "./schedule-lookup";
import { scheduleRefund, scheduleReversal } from "../reversals/schedule-refund-jobs";

export type NotificationRefusal =
  | { kind: "unknown_gateway" }
  | { kind: "bad_signature" }
  | { kind: "malformed" };

/** The number of lookups scheduled; 0 for a notification that concerns no record of ours. */
export type NotificationReceived = { lookups: number };

/**
 * Handles a gateway's notification. It changes no status: it schedules one lookup per payment or refund, however often
 * and in whatever order notifications arrive (failure 28). The signature is verified before any database access,
 * because the endpoint is public.
 */
export async function receiveNotification(
  deps: Deps,
  gatewayName: string,
  notification: InboundNotification,
): Promise<Result<NotificationReceived, NotificationRefusal>> {
  const gateway = deps.gateways.get(gatewayName);
  if (gateway === undefined) return err({ kind: "unknown_gateway" });
  const reading = await gateway.readNotification(notification);
  if (reading.kind === "refused") return err({ kind: reading.reason });
  let lookups = 0;
  for (const event of reading.kind === "several" ? reading.events : [reading]) {
    lookups += await schedulePolls(deps, gatewayName, event);
  }
  const { kind, notificationId } = reading;
  deps.logger.info({ gateway: gatewayName, notification: notificationId, kind, lookups }, "notified");
  return ok({ lookups });
}

async function schedulePolls(deps: Deps, gateway: string, reading: NotificationEvent): Promise<number> {
  switch (reading.kind) {
    case "ignored":
      return 0;
    case "payment": {
      const payment = await findPayment(deps.pool, reading.merchantId, reading.paymentId);
      if (payment === null) {
        deps.logger.warn(
          { gateway, payment: reading.paymentId },
          "a gateway reports a payment that is not here",
        );
      }
      // A vendor's account may also serve other systems, and a record is only looked up at its own gateway.
      if (payment?.gateway !== gateway) return 0;
      await scheduleLookup(deps.pool, payment, 0);
      return 1;
    }
    case "refund": {
      const { refunds, reversals } = await findRefundsAtGateway(deps.pool, gateway, reading);
      if (refunds.length + reversals.length === 0) {
        deps.logger.warn(
          { gateway, gatewayRefund: reading.gatewayRefundId },
          "a gateway reports a refund that is not here",
        );
      }
      for (const refund of refunds) await scheduleRefund(deps.pool, refund);
      for (const reversal of reversals) await scheduleReversal(deps.pool, reversal);
      return refunds.length + reversals.length;
    }
  }
}
