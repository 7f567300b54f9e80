import { err, ok, type Result } from "@/lib/result";
import { UnreadableSecretError } from "../../domain/keys/unreadable-secret";
import type { Payment } from "../../domain/payments/payment";
import type { GatewayAccountKey } from "../../domain/gateways/gateway-account";
import {
  type Gateway,
  GatewayUnavailable,
  type InboundNotification,
  type NotificationEvent,
  type NotificationReading,
} from "../../gateway/port";
import { accountsOfTag } from "../../store/gateways/gateway-accounts";
import { dueRefunds } from "../../store/refunds/due-refunds";
import { findRefundsAtGateway } from "../../store/refunds/refunds-at-gateway";
import { askForPoll } from "../../store/payments/due-polls";
import { findPaymentsOfCharge } from "../../store/payments/payments-of-charge";
import { findPayment } from "../../store/payments/payments";
import type { Deps } from "../deps";
import { recordDispute } from "./record-alert";

export type NotificationRefusal =
  | { kind: "unknown_gateway" }
  | { kind: "bad_signature" }
  | { kind: "malformed" }
  /** The signature cannot be checked now, such as without the vendor's certificate: the vendor sends it again. */
  | { kind: "unavailable" };

/** The number of lookups scheduled; 0 for a notification that concerns no record of ours. */
type NotificationReceived = { lookups: number };

/**
 * Handles a gateway's notification. It changes no status: it schedules one lookup per payment or refund, however often
 * and in whatever order notifications arrive (failure 28). A dispute, which no lookup shows, is stored once for each step. The signature is verified before any database access,
 * because the endpoint is public. This is the address of the environment's account.
 */
export async function receiveNotification(
  deps: Deps,
  gatewayName: string,
  notification: InboundNotification,
): Promise<Result<NotificationReceived, NotificationRefusal>> {
  const gateway = deps.gateways.get(gatewayName);
  if (gateway === undefined) return err({ kind: "unknown_gateway" });
  const reading = await readOrRefuse(deps, gateway, notification);
  if (reading.kind === "refused") return err({ kind: reading.reason });
  return ok(await actOn(deps, { gateway: gatewayName, own: null }, reading));
}

/**
 * Receives a notification at the address of a merchant's own accounts (decision 0311). `tag` finds the merchant and so
 * the signing secrets; the body decides nothing before one of them fits. It then concerns records of that very account
 * alone: whoever knows an account's secret must not speak for another. Accounts may have the same secret, such as two
 * merchant accounts of one company at Adyen: every account whose secret fits is asked, because the first one may not be
 * the one that is meant.
 */
export async function receiveOwnNotification(
  deps: Deps,
  gateway: string,
  tag: string,
  notification: InboundNotification,
): Promise<Result<NotificationReceived, NotificationRefusal>> {
  const accounts = await accountsOfTag(deps.reads, tag, gateway);
  if (accounts.length === 0) return err({ kind: "unknown_gateway" });
  let refusal: RefusedReading["reason"] = "bad_signature";
  let unreadable: UnreadableSecretError | null = null;
  const lookups: number[] = [];
  for (const own of accounts) {
    let reading: AcceptedReading | RefusedReading | undefined;
    try {
      const found = await deps.ownGateways.find(deps, own);
      reading = found === null ? undefined : await readOrRefuse(deps, found, notification);
    } catch (error) {
      if (!(error instanceof UnreadableSecretError)) throw error;
      unreadable = error;
    }
    if (reading === undefined) continue;
    if (reading.kind !== "refused") {
      lookups.push((await actOn(deps, { gateway, own }, reading)).lookups);
      continue;
    }
    refusal = reading.reason;
    if (refusal === "malformed") break;
  }
  if (lookups.length > 0) return ok({ lookups: lookups.reduce((sum, each) => sum + each) });
  // It may be of the account whose secret does not open: the vendor sends it again.
  if (unreadable !== null) throw unreadable;
  return err({ kind: refusal });
}

type AcceptedReading = Exclude<NotificationReading, { kind: "refused" }>;
type RefusedReading = { kind: "refused"; reason: "bad_signature" | "malformed" | "unavailable" };

async function readOrRefuse(
  deps: Pick<Deps, "logger">,
  gateway: Gateway,
  notification: InboundNotification,
): Promise<AcceptedReading | RefusedReading> {
  try {
    return await gateway.readNotification(notification);
  } catch (error) {
    if (!(error instanceof GatewayUnavailable)) throw error;
    deps.logger.warn({ err: error, gateway: gateway.name }, "a notification could not be checked");
    return { kind: "refused", reason: "unavailable" };
  }
}

/** Whose signature was right: `own` is null for the environment's account. */
type Source = { gateway: string; own: GatewayAccountKey | null };

async function actOn(deps: Deps, source: Source, reading: AcceptedReading): Promise<NotificationReceived> {
  let lookups = 0;
  for (const event of reading.kind === "several" ? reading.events : [reading]) {
    lookups += await schedulePolls(deps, source, event);
  }
  const { kind, notificationId } = reading;
  deps.logger.info({ gateway: source.gateway, notification: notificationId, kind, lookups }, "notified");
  return { lookups };
}

async function schedulePolls(deps: Deps, source: Source, reading: NotificationEvent): Promise<number> {
  const { gateway } = source;
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
      if (payment === null || !isOfSource(source, payment)) return 0;
      await askForPoll(deps.pool, payment, 0);
      return 1;
    }
    case "dispute": {
      const payments = await paymentsOfDispute(deps, source, reading);
      if (payments.length === 0) {
        deps.logger.warn(
          { gateway, charge: reading.gatewayTransactionId, dispute: reading.dispute.disputeId },
          "a gateway reports a dispute of a payment that is not here",
        );
      }
      for (const payment of payments) {
        await recordDispute(deps, payment, reading.dispute);
        // The lookup compares it, and what it finds waits for a person.
        await askForPoll(deps.pool, payment, 0);
      }
      return payments.length;
    }
    case "refund": {
      const refunds = await findRefundsAtGateway(deps.pool, source, reading);
      if (refunds.length === 0) {
        deps.logger.warn(
          { gateway, gatewayRefund: reading.gatewayRefundId },
          "a gateway reports a refund that is not here",
        );
      }
      for (const refund of refunds) await dueRefunds.ask(deps.pool, refund);
      return refunds.length;
    }
  }
}

/** A vendor's account may also serve other systems, and a record is only looked up at its own gateway. */
function isOfSource({ gateway, own }: Source, payment: Payment): boolean {
  if (payment.gateway !== gateway || payment.gatewayAccount !== (own?.account ?? null)) return false;
  return own === null || payment.merchantId === own.merchantId;
}

/** Finds them by our mark, else by the charge, which may also be one that was sent back. */
async function paymentsOfDispute(
  deps: Deps,
  source: Source,
  { mark, gatewayTransactionId }: Extract<NotificationEvent, { kind: "dispute" }>,
): Promise<Payment[]> {
  const marked = mark === null ? null : await findPayment(deps.pool, mark.merchantId, mark.paymentId);
  const keys =
    marked === null && gatewayTransactionId !== null
      ? await findPaymentsOfCharge(deps.pool, source.gateway, gatewayTransactionId)
      : [];
  const found = await Promise.all(keys.map(({ merchantId, id }) => findPayment(deps.pool, merchantId, id)));
  const ofSource: Payment[] = [];
  for (const payment of [marked, ...found])
    if (payment !== null && isOfSource(source, payment)) ofSource.push(payment);
  return ofSource;
}
