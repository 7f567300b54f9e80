import type { RefundIntent } from "../domain/refund-intent";
import type { Services } from "../../runtime";
import { findApproval } from "../../approvals/store";
import { isOvertakenByLateRefund } from "../queries/ask-about-failed-refunds";
import { mayStillRefund } from "../queries/read-own-limit";
import { sendRefundIntent } from "./send-refund-intent";

/**
 * Sends a refund whose process died between its approval and its call: two people wanted it, and no user has a form
 * open to submit again. An expired request is left to be given up, and so is one whose requester may not refund it any more, or
 * whose payment was refunded by a late payment meanwhile. Returns whether the refund was sent; null: the service does not say whether it may be, so it is tried again later.
 */
export async function resumeApprovedRefund(
  services: Services,
  intent: RefundIntent,
): Promise<boolean | null> {
  // A row of a bulk run names the run's approval; the run itself sends it.
  if (intent.approvalId !== intent.id) return false;
  if (intent.serviceAddress !== services.routing.serviceAddress) return false;
  const approval = await findApproval(services.pool, intent.approvalId);
  if (approval === null || approval.expiresAt <= services.clock.now()) return false;
  // As an approval asks: the requester's role may have changed since.
  if (!(await mayStillRefund(services.pool, intent.requestedById, intent))) return false;
  const isOvertaken = await isOvertakenByLateRefund(services, intent);
  if (isOvertaken !== false) return isOvertaken === null ? null : false;
  await sendRefundIntent({ ...services, actor: "system" }, intent);
  return true;
}
