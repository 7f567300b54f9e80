import { z } from "zod";
import type { PolledRefundIntent } from "@/lib/refunds/unknown-refund-views";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { presentIntent } from "../domain/refund-intent";
import { findIntent } from "../store/refund-intents";
import { findResolution } from "../store/refund-resolutions";

const idSchema = z.uuid();

/** A refund made here; null when none has this id. */
export async function findRefundIntent(ctx: Ctx, intentId: string): Promise<PolledRefundIntent | null> {
  await requirePermission(ctx, "view_refunds", { kind: "refund_intent", id: intentId });
  const id = idSchema.safeParse(intentId);
  if (!id.success) return null;
  const intent = await findIntent(ctx.pool, id.data);
  if (intent === null) return null;
  const resolution = intent.state === "UNKNOWN" ? await findResolution(ctx.pool, intent.id) : null;
  return { ...presentIntent(intent), obstacle: resolution?.obstacle ?? null };
}
