import { isDatabaseOutage } from "@/server/platform/pool";
import { findRefundHold, isFromBackup } from "@/server/platform/refund-hold";
import type { Payment } from "../../domain/payments/payment";
import { keyAtGateway, reversalId } from "../../domain/refunds/refund";
import {
  type ChargedMoney,
  type Gateway,
  type GatewayPayment,
  type GatewayRefund,
  GatewayUnavailable,
} from "../../gateway/port";
import type { Deps } from "../deps";

/** The gateway reports a charge, and does not say whether it was sent back: the payment may be paid, and must not be dropped. */
export class SentBackUnknown extends GatewayUnavailable {}

/**
 * A payment that is initiated in a restored backup may have ended unpaid since, and its late charge may have been sent
 * back: the gateway still reports the charge as paid. The gateway is asked for our reversals, which were lost with the
 * rest. A charge with one, even one that failed, is never the payment's own (decision 0237). Throws {@link SentBackUnknown}.
 */
export async function withoutSentBackCharges(
  deps: Deps,
  gateway: Gateway,
  payment: Payment,
  reported: GatewayPayment,
): Promise<GatewayPayment> {
  if (reported.status !== "SUCCESS" || payment.status !== "INITIATED") return reported;
  if (!isFromBackup(await findRefundHold(deps.pool), payment.createdAt)) return reported;
  const { gatewayTransactionId, amountPaise, currency, otherCharges = [], ...rest } = reported;
  const kept: ChargedMoney[] = [];
  const sentBack: ChargedMoney[] = [];
  for (const charge of [{ gatewayTransactionId, amountPaise, currency }, ...otherCharges]) {
    const id = reversalId(payment.id, charge.gatewayTransactionId);
    const idempotencyKey = keyAtGateway({ merchantId: payment.merchantId, id });
    const found = await findReversal(gateway, { ...charge, idempotencyKey, requestedAt: deps.clock.now() });
    (found === null ? kept : sentBack).push(charge);
  }
  if (kept.length > 0 && sentBack.length > 0) logBoth(deps, payment, kept, sentBack);
  const [first, ...others] = [...kept, ...sentBack];
  if (first === undefined) return reported;
  return { ...rest, ...first, otherCharges: others, wasSentBack: kept.length === 0 };
}

async function findReversal(
  gateway: Gateway,
  request: Parameters<Gateway["findSentRefund"]>[0],
): Promise<GatewayRefund | null> {
  try {
    return await gateway.findSentRefund(request);
  } catch (error) {
    if (isDatabaseOutage(error)) throw error;
    const reason = error instanceof Error ? error.message : "it failed";
    throw new SentBackUnknown(`a charge was found, but not whether it was sent back: ${reason}`, {
      cause: error,
    });
  }
}

/** The payment may have ended unpaid before the restore all the same: then what was kept is to be sent back, too. */
function logBoth(
  deps: Deps,
  { merchantId, id }: Payment,
  kept: readonly ChargedMoney[],
  sentBack: readonly ChargedMoney[],
): void {
  const idsOf = (charges: readonly ChargedMoney[]): string[] =>
    charges.map(({ gatewayTransactionId }) => gatewayTransactionId);
  deps.logger.error(
    { payment: id, merchantId, kept: idsOf(kept), sentBack: idsOf(sentBack) },
    "before the restore one charge of this payment was sent back and another was not: the payment is SUCCESS now, with the one that was not; ask the merchant, and refund it if the payment had ended unpaid",
  );
}
