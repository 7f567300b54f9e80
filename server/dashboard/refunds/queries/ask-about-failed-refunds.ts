import type { RefundRecord } from "@/lib/contract/responses";
import type { ServiceError } from "@/lib/service-error";
import { mayBePaidLate, type RefundIntent } from "../domain/refund-intent";
import type { Services } from "../../runtime";
import { recordLateSuccess } from "../store/refund-intent-moves";
import { listIntentsOfPayment } from "../store/refund-intents";
import { refundsOfPayment, type RefundsOfPayment } from "../../payments";
import { serviceErrorOf } from "../../routing-client/call-result";
import { isPaidAfterFailure } from "./check-refund";

/** `ids`: the failed refunds of the payment of which the service has just said whether they were paid late. */
type AskedAbout =
  | { kind: "asked"; ids: ReadonlySet<string> }
  | { kind: "service_error"; serviceError: ServiceError };

/**
 * Asks the service whether failed refunds of a payment, of any amount, were paid late (decision 0213), and stores it on their
 * intents. Calls the service only if there is a failed refund.
 */
export async function askAboutFailedRefunds(services: Services, transactionId: string): Promise<AskedAbout> {
  const { pool, clock } = services;
  const { serviceAddress } = services.routing;
  const intents = await listIntentsOfPayment(pool, transactionId);
  const failed = intents.filter((intent) => mayBePaidLate(intent, serviceAddress));
  const ids = new Set(failed.map(({ id }) => id));
  if (failed.length === 0) return { kind: "asked", ids };

  const failedIds = new Set(failed.map(({ refundId }) => refundId));
  const reading = await readRefunds(services, transactionId, failed);
  if (reading.kind === "service_error") return reading;
  const late = reading.refunds.filter(
    (refund) => failedIds.has(refund.refund_id) && isPaidAfterFailure(refund),
  );
  const refundIds = late.map((refund) => refund.refund_id);
  if (refundIds.length > 0) await recordLateSuccess(pool, { serviceAddress, refundIds, at: clock.now() });
  return { kind: "asked", ids };
}

/** More than one refund of a payment does not fail between two reads that follow each other. */
const MAX_TIMES = 5;

/**
 * Decides, under the payment's lock, whether money may leave it. Where that needs to know of failed refunds whether they were
 * paid late, asks the service, and decides again from the beginning: the balance may be another one now.
 */
export async function decideRefund<Decided extends { kind: string } | null>(
  services: Services,
  transactionId: string,
  decide: (asked: ReadonlySet<string>) => Promise<Decided | { kind: "unasked" }>,
): Promise<Decided | { kind: "service_error"; serviceError: ServiceError }> {
  let asked: ReadonlySet<string> = new Set();
  for (let times = 0; times < MAX_TIMES; times += 1) {
    const decided = await decide(asked);
    if (!isUnasked(decided)) return decided;
    const response = await askAboutFailedRefunds(services, transactionId);
    if (response.kind === "service_error") return response;
    asked = response.ids;
  }
  return { kind: "service_error", serviceError: { kind: "unavailable" } };
}

function isUnasked(decided: { kind: string } | null): decided is { kind: "unasked" } {
  return decided?.kind === "unasked";
}

/**
 * Whether a refund that was decided some time ago, and may never have been sent, must not be sent now without a person: a failed
 * refund of the payment was paid late since it was decided. Null: the service does not say, and it must not be sent now either.
 */
export async function isOvertakenByLateRefund(
  services: Services,
  intent: RefundIntent,
): Promise<boolean | null> {
  const asked = await askAboutFailedRefunds(services, intent.transactionId);
  if (asked.kind === "service_error") return null;
  const intents = await listIntentsOfPayment(services.pool, intent.transactionId);
  const isOvertaken = intents.some(
    ({ lateSuccessSeenAt, countedAtMs }) =>
      lateSuccessSeenAt !== null && countedAtMs !== null && countedAtMs > intent.recordedAtMs,
  );
  if (isOvertaken) return true;
  // One of which only acceptance is known here may have failed, which freed its amount, and been paid late between two polls.
  const open = intents.filter(
    ({ state, completedAt, serviceAddress }) =>
      state === "ACCEPTED" && completedAt === null && serviceAddress === services.routing.serviceAddress,
  );
  if (open.length === 0) return false;
  const reading = await readRefunds(services, intent.transactionId, open);
  if (reading.kind === "service_error") return null;
  const openIds = new Set(open.map(({ refundId }) => refundId));
  return reading.refunds.some(
    (refund) => openIds.has(refund.refund_id) && refund.refund_succeeded_late_at !== undefined,
  );
}

async function readRefunds(
  services: Services,
  transactionId: string,
  intents: readonly RefundIntent[],
): Promise<RefundsOfPayment> {
  return (await services.routing.capabilities()).offers("refunds.search")
    ? refundsOfPayment(services, transactionId)
    : readOneByOne(services, intents);
}

/** Reads each refund at a service that lists none. One that it does not know was not paid. */
async function readOneByOne(
  { routing }: Services,
  intents: readonly RefundIntent[],
): Promise<RefundsOfPayment> {
  const refunds: RefundRecord[] = [];
  for (const { refundId } of intents) {
    if (refundId === null) continue;
    const response = await routing.refundStatus(refundId);
    if (response.kind === "answered") refunds.push(response.value);
    else if (response.kind !== "refused" || response.refusal.kind !== "not_found") {
      return { kind: "service_error", serviceError: serviceErrorOf(response) };
    }
  }
  return { kind: "read", refunds };
}
