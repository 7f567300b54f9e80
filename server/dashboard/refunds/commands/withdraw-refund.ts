import type { RefundOutcome } from "@/lib/refunds/refund-form-view";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { endForm } from "./end-form";
import { readRefundRequest } from "./refund-request";
import { notTheSame, earlierOutcome } from "./earlier-outcome";

/**
 * Gives a form up whose submission may still be under way: `withdrawn` says that no refund was made of it and none will be
 * (decision 0148). When its request was received after all, its outcome is told instead, and nothing is withdrawn: what left
 * for the service cannot be called back. Calls nobody outside.
 */
export async function withdrawRefund(ctx: Ctx, input: unknown): Promise<RefundOutcome> {
  const parsed = readRefundRequest(input);
  const subjectId = parsed.ok ? parsed.value.transactionId : "";
  if (!(await authorize(ctx, "refund_payment", { kind: "payment", id: subjectId })))
    return { kind: "forbidden" };
  if (!parsed.ok) return parsed.error;
  const withdrawn = { kind: "withdrawn" } as const;
  if (await endForm(ctx, parsed.value, withdrawn)) return withdrawn;
  return (await earlierOutcome(ctx, parsed.value)) ?? notTheSame();
}
