import { randomUUID } from "node:crypto";
import type { DecisionOutcome } from "@/lib/approvals/approval-views";
import type { RefundOutcome, RequestRefundInput } from "@/lib/refunds/refund-form-view";
import { approveRequest } from "@/server/dashboard/approvals/commands/approve-request";
import { requestRefund } from "@/server/dashboard/refunds/commands/request-refund";
import type { Ctx } from "@/server/dashboard/context";
import { separateFrom } from "./duplicates";
import type { Harness } from "./harness";

/** Submits a refund form, and confirms it as a separate refund while it is a likely duplicate or a request waits. */
export async function refundSeparately(ctx: Ctx, input: RequestRefundInput): Promise<RefundOutcome> {
  let outcome = await requestRefund(ctx, input);
  let confirmedDuplicates: string[] = [];
  for (let asked = separateFrom(outcome); asked !== null; asked = separateFrom(outcome)) {
    confirmedDuplicates = [...confirmedDuplicates, ...asked];
    outcome = await requestRefund(ctx, { ...input, intentId: randomUUID(), confirmedDuplicates });
  }
  return outcome;
}

/** Approves a request, as a separate refund if it is a likely duplicate. */
export async function approveSeparately(ctx: Ctx, approvalId: string): Promise<DecisionOutcome> {
  const outcome = await approveRequest(ctx, { approvalId, note: "" });
  if (outcome.kind !== "likely_duplicate") return outcome;
  const confirmedDuplicates = outcome.duplicates.map(({ intentId }) => intentId);
  return approveRequest(ctx, { approvalId, note: "", confirmedDuplicates });
}

/** Writes a refund without any comparison, as if two of them had been written at the same time. */
export async function refundUncompared(harness: Harness, ctx: Ctx, input: RequestRefundInput): Promise<void> {
  const outcome = await refundSeparately(ctx, input);
  if (outcome.kind !== "accepted") throw new Error(`it was not accepted: ${outcome.kind}`);
  await harness.pool.query("update refund_intents set separate_from = default where id = $1", [
    outcome.intentId,
  ]);
}
