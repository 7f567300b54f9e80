import type { TransactionRecord } from "@/lib/contract/responses";
import { setApprovalRule } from "@/server/dashboard/approvals/commands/set-approval-rule";
import type { Ctx } from "@/server/dashboard/context";
import type { Harness } from "./harness";
import { refundInput } from "./refund-input";
import { refundSeparately } from "./separate-refund";

/** A threshold for tests: refunds of the role above it wait for a day. */
export async function setRule(
  harness: Harness,
  threshold: string,
  role = "finance",
  currency = "INR",
): Promise<void> {
  const admin = await harness.ctxOf("admin");
  const rule = { role, currency, threshold, lifetimeMinutes: "1440" };
  const outcome = await setApprovalRule(admin, rule);
  if (outcome.kind !== "saved") throw new Error(`the rule was not saved: ${outcome.kind}`);
}

/** Requests a refund above the threshold; returns the id of the waiting request. */
export async function askFor(ctx: Ctx, payment: TransactionRecord, amount: string): Promise<string> {
  const outcome = await refundSeparately(ctx, refundInput(payment, { amount }));
  if (outcome.kind !== "awaiting_approval") throw new Error(`it does not wait: ${JSON.stringify(outcome)}`);
  return outcome.approvalId;
}
