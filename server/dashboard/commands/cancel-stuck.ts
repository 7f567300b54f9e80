import { z } from "zod";
import { CANCEL_BATCH, type CancelledRow, type CancelStuckOutcome } from "@/lib/stuck-view";
import type { CancelOutcome, CancelPaymentInput } from "@/lib/views";
import { authorize } from "../auth/authorize";
import type { Ctx } from "../context";
import { cancelPayment } from "./cancel-payment";

const inputSchema = z.object({
  targets: z
    .array(z.object({ reference: z.string(), transactionId: z.string() }))
    .min(1)
    .max(CANCEL_BATCH),
});

/**
 * Cancels a few payments at once, each by the one command for it: its status is read just before, so that neither a second
 * press nor a second tab cancels what was paid meanwhile. One that goes wrong stops none of the others.
 */
export async function cancelStuck(ctx: Ctx, input: unknown): Promise<CancelStuckOutcome> {
  if (!(await authorize(ctx, "cancel_payment", { kind: "stuck_list", id: "" }))) return { kind: "forbidden" };
  const parsed = inputSchema.safeParse(input);
  if (!parsed.success) return { kind: "invalid" };
  return {
    kind: "done",
    results: await Promise.all(parsed.data.targets.map((target) => cancelOne(ctx, target))),
  };
}

async function cancelOne(ctx: Ctx, target: CancelPaymentInput): Promise<CancelledRow> {
  const { transactionId } = target;
  try {
    const outcome = await cancelPayment(ctx, target);
    return { transactionId, outcome, paidAt: await paidAt(ctx, outcome) };
  } catch (error) {
    // It throws only before it calls the service: what could not be written down was not sent (failure 38).
    ctx.logger.error({ err: error, transactionId }, "a cancellation could not be recorded");
    return { transactionId, outcome: { kind: "not_recorded" }, paidAt: null };
  }
}

/** When the customer was faster, where the service tells it; the answer does not wait for more than that. */
async function paidAt(ctx: Ctx, outcome: CancelOutcome): Promise<string | null> {
  if (outcome.kind !== "already_processed" || outcome.payment.status !== "SUCCESS") return null;
  if (!(await ctx.routing.capabilities()).offers("payments.get")) return null;
  const told = await ctx.routing.ops("payments.get", { transaction_id: outcome.payment.transactionId });
  const completedAt = told.kind === "answered" ? told.value.payment.completed_at : null;
  return completedAt === null ? null : new Date(completedAt).toISOString();
}
