import { z } from "zod";
import type { RefundIntentDetail } from "@/lib/refunds/unknown-refund-views";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { presentIntent } from "../domain/refund-intent";
import type { Resolution } from "../domain/unknown-refund";
import { findIntent } from "../store/refund-intents";
import { findResolution } from "../store/refund-resolutions";
import { findManualResolution } from "../store/manual-resolutions";

const idSchema = z.uuid();

/** A refund made here with every try to resolve it and its resolution; null when none has this id. */
export async function findRefundIntentDetail(ctx: Ctx, intentId: string): Promise<RefundIntentDetail | null> {
  await requirePermission(ctx, "view_refunds", { kind: "refund_intent", id: intentId });
  const id = idSchema.safeParse(intentId);
  if (!id.success) return null;
  const intent = await findIntent(ctx.pool, id.data);
  if (intent === null) return null;
  const [resolution, settlement] = await Promise.all([
    findResolution(ctx.pool, intent.id),
    findManualResolution(ctx.pool, intent.id),
  ]);
  return {
    intent: presentIntent(intent),
    sentAt: intent.sentAt?.toISOString() ?? null,
    answeredAt: intent.answeredAt?.toISOString() ?? null,
    resolution: resolution === null ? null : presentResolution(resolution),
    settlement:
      settlement === null
        ? null
        : {
            verdict: settlement.verdict,
            reason: settlement.reason,
            by: settlement.settledByName,
            at: settlement.settledAt.toISOString(),
          },
    now: ctx.clock.now().toISOString(),
  };
}

function presentResolution(resolution: Resolution): NonNullable<RefundIntentDetail["resolution"]> {
  const { resentAt, resendFinding, searchedAt, searchMethod, searchFinding } = resolution;
  return {
    tries: resolution.tries,
    resent:
      resentAt === null || resendFinding === null
        ? null
        : { at: resentAt.toISOString(), finding: resendFinding },
    searched:
      searchedAt === null || searchMethod === null || searchFinding === null
        ? null
        : { at: searchedAt.toISOString(), means: searchMethod, finding: searchFinding },
    obstacle: resolution.obstacle,
    nextTryAt: resolution.nextTryAt?.toISOString() ?? null,
  };
}
