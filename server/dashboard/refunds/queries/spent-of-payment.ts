import { paiseOf } from "@/lib/money";
import type { ServiceError } from "@/lib/service-error";
import { serviceErrorOf } from "../../routing-client/call-result";
import type { Services } from "../../runtime";
import type { RefundIntent } from "../domain/refund-intent";
import { ABSENCE_HOLDS_AFTER_MS, earliestAcceptance } from "../domain/unknown-refund";
import { findResolution } from "../store/refund-resolutions";
import { sumKnownRefunds } from "../store/known-refunds";

type SpentOfPayment =
  | {
      kind: "read";
      /** What the service has refunded or has in progress, in paise. */
      spentPaise: bigint;
      /** The part of it that certainly belongs to other refunds, whose id the dashboard knows, in paise. */
      knownPaise: bigint;
    }
  | { kind: "service_error"; serviceError: ServiceError };

/**
 * What the service has refunded of the payment of an intent of unknown outcome, compared with other refunds whose id the dashboard
 * knows.
 */
export async function spentOfPayment(services: Services, intent: RefundIntent): Promise<SpentOfPayment> {
  const lastSentAt =
    (await findResolution(services.pool, intent.id))?.resentAt ?? intent.sentAt ?? intent.requestedAt;
  const knownPaise = await sumKnownRefunds(services.pool, {
    serviceAddress: services.routing.serviceAddress,
    transactionId: intent.transactionId,
    amountPaise: intent.amountPaise,
    since: earliestAcceptance(intent),
    until: new Date(lastSentAt.getTime() + ABSENCE_HOLDS_AFTER_MS),
  });
  const response = await services.routing.refundBalance(intent.transactionId);
  if (response.kind !== "answered") return { kind: "service_error", serviceError: serviceErrorOf(response) };
  const { refunded_amount: refunded, in_progress_amount: inProgress } = response.value;
  return { kind: "read", spentPaise: paiseOf(refunded) + paiseOf(inProgress), knownPaise };
}
