import { z } from "zod";
import type { RefundIntentView } from "@/lib/refunds/refund-intent-view";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { presentIntent } from "../domain/refund-intent";
import { findIntent } from "../store/refund-intents";

const idSchema = z.uuid();

/** A refund made here; null when none has this id. */
export async function findRefundIntent(ctx: Ctx, intentId: string): Promise<RefundIntentView | null> {
  await requirePermission(ctx, "view_refunds", { kind: "refund_intent", id: intentId });
  const id = idSchema.safeParse(intentId);
  if (!id.success) return null;
  const intent = await findIntent(ctx.pool, id.data);
  return intent === null ? null : presentIntent(intent);
}
