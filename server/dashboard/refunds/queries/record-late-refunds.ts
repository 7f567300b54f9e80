import type { RefundRecord } from "@/lib/contract/responses";
import type { ServiceError } from "@/lib/service-error";
import type { RefundIntent } from "../domain/refund-intent";
import type { Services } from "../../runtime";
import { recordLateSuccess } from "../store/refund-intent-moves";
import { refundsOfPayment, type RefundsOfPayment } from "../../payments";
import { serviceErrorOf } from "../../routing-client/answer";
import { isPaidAfterFailure } from "./check-refund";

/**
 * Reads whether failed refunds of this payment, and of this amount if one is given, were paid late (decision 0213), and stores it on their
 * intents. Calls the service only if there is such a failed refund.
 */
export async function recordLateRefunds(
  services: Services,
  of: {
    transactionId: string;
    /** Null: of any amount. */
    amountPaise: bigint | null;
    intents: readonly RefundIntent[];
  },
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
  const ofAmount = failed.filter(
    ({ amountPaise }) => of.amountPaise === null || amountPaise === of.amountPaise,
  );
  if (ofAmount.length === 0) return { kind: "none" };

  const reading = (await routing.capabilities()).offers("refunds.search")
    ? await refundsOfPayment(services, of.transactionId)
    : await readOneByOne(services, ofAmount);
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

/** For a service that lists no refunds. One that it does not know was not paid. */
async function readOneByOne(
  { routing }: Services,
  failed: readonly RefundIntent[],
): Promise<RefundsOfPayment> {
  const refunds: RefundRecord[] = [];
  for (const { refundId } of failed) {
    if (refundId === null) continue;
    const answer = await routing.refundStatus(refundId);
    if (answer.kind === "answered") refunds.push(answer.value);
    else if (answer.kind !== "refused" || answer.refusal.kind !== "not_found") {
      return { kind: "trouble", trouble: serviceErrorOf(answer) };
    }
  }
  return { kind: "read", refunds };
}
