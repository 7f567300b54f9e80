import { randomUUID } from "node:crypto";
import type { RefundOutcome, RequestRefundInput } from "@/lib/views";
import { requestRefund } from "../commands/request-refund";
import type { Ctx } from "../context";

/** Submits a refund form, and once more as a separate refund, confirmed, when it may be a duplicate. */
export async function refundSeparately(ctx: Ctx, input: RequestRefundInput): Promise<RefundOutcome> {
  const outcome = await requestRefund(ctx, input);
  if (outcome.kind !== "likely_duplicate") return outcome;
  const confirmedDuplicates = outcome.duplicates.map(({ intentId }) => intentId);
  return requestRefund(ctx, { ...input, intentId: randomUUID(), confirmedDuplicates });
}
