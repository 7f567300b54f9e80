import { checkRefund } from "../queries/check-refund";
import type { Services } from "../../runtime";
import { nextCheckDelayMs, type TrackedRefund } from "../domain/refund-schedule";
import { countPolled } from "../../payments";
import { findTracked, type RefundAtService } from "../store/tracked-refunds";
import { isPollThrottled } from "../../jobs/poll-throttle";
import { afterTimeout } from "../../jobs/call-times";

const SOONEST_MS = 100;

/**
 * Polls a refund until `refund_completed_at` is set (specification 4.5), so that the lists are current even when no one
 * views the refund (failure 26). Each poll stores when the next is due; otherwise this returns it, in milliseconds, while
 * another process or a viewer is polling.
 */
export async function trackRefund(services: Services, of: RefundAtService): Promise<number | null> {
  const givesWay = isPollThrottled(services);
  if (!givesWay && (await checkRefund(services, of, { isWanted: false }))) return null;

  const refund = await findTracked(services.pool, of);
  if (refund === null || refund.nextCheckAt === null) return null;
  const dueInMs = refund.nextCheckAt.getTime() - services.clock.now().getTime();
  const claimLeftMs = Math.min(refund.claimLeftMs ?? 0, afterTimeout(services.routing.timeoutMs));
  // One that gives way is due as late as after a poll, and the refund stays due for any viewer meanwhile.
  const soonestMs = givesWay ? await paceMs(services, refund) : SOONEST_MS;
  return Math.max(soonestMs, dueInMs, Math.ceil(claimLeftMs));
}

async function paceMs({ pool, clock }: Services, { requestedAt }: TrackedRefund): Promise<number> {
  const at = clock.now();
  const pending = await countPolled(pool, at);
  return nextCheckDelayMs({ ageMs: at.getTime() - requestedAt.getTime(), isWatched: false, pending });
}
