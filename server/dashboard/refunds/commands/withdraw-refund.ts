import type { RefundOutcome } from "@/lib/refunds/refund-form-view";
import { authorize } from "../../auth/authorize";
import { findRunsOfRows } from "../../bulk/store";
import type { Ctx } from "../../context";
import { endForm } from "./end-form";
import { readRefundRequest } from "./refund-request";
import { notTheSame, earlierOutcome } from "./earlier-outcome";

/**
 * Withdraws a form whose submission may still be in progress: `withdrawn` means that no refund was made of it and none
 * will be (decision 0100). If its request was received after all, its outcome is returned and nothing is withdrawn: a
 * call to the service cannot be undone. Makes no call outside the database.
 */
export async function withdrawRefund(ctx: Ctx, input: unknown): Promise<RefundOutcome> {
  const parsed = readRefundRequest(input);
  const subjectId = parsed.ok ? parsed.value.transactionId : "";
  if (!(await authorize(ctx, "refund_payment", { kind: "payment", id: subjectId })))
    return { kind: "forbidden" };
  if (!parsed.ok) return parsed.error;
  // The refund of a row is its run's: its id is no form's, and closing it would say that nothing can be sent.
  if ((await findRunsOfRows(ctx.pool, [parsed.value.intentId])).size > 0) return notTheSame();
  const withdrawn = { kind: "withdrawn" } as const;
  if (await endForm(ctx, parsed.value, withdrawn)) return withdrawn;
  return (await earlierOutcome(ctx, parsed.value)) ?? notTheSame();
}
