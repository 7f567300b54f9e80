import type { ServiceError } from "@/lib/service-error";
import type { RefundIntent } from "../domain/refund-intent";
import type { Services } from "../../runtime";
import { recordLateSuccess } from "../store/refund-intent-moves";
import { refundsOfPayment } from "../../payments";
import { isPaidAfterFailure } from "./check-refund";

/**
 * Reads whether failed refunds of this payment and amount were paid late (decision 0213), and stores it on their
 * intents. Calls the service only if there is such a failed refund.
 */
export async function recordLateRefunds(
  services: Services,
  of: { transactionId: string; amountPaise: bigint; intents: readonly RefundIntent[] },
): Promise<{ kind: "none" } | { kind: "noted" } | { kind: "trouble"; trouble: ServiceError }> {
  const { routing, pool, clock } = services;
  const { serviceAddress } = routing;
  const failed = of.intents.filter(
    (intent) =>
      intent.serviceAddress === serviceAddress &&
      intent.refundStatus === "FAILURE" &&
      intent.lateSuccessSeenAt === null,
  );
  const failedIds = new Set(failed.map(({ refundId }) => refundId));
  const hasFailed = failed.some(({ amountPaise }) => amountPaise === of.amountPaise);
  if (!hasFailed || !(await routing.capabilities()).offers("refunds.search")) return { kind: "none" };

  const reading = await refundsOfPayment(services, of.transactionId);
  if (reading.kind === "trouble") return reading;
  const late = reading.refunds.filter(
    (refund) => failedIds.has(refund.refund_id) && isPaidAfterFailure(refund),
  );
  if (late.length === 0) return { kind: "none" };
  await recordLateSuccess(pool, {
    serviceAddress,
    refundIds: late.map((refund) => refund.refund_id),
    at: clock.now(),
  });
  return { kind: "noted" };
}
