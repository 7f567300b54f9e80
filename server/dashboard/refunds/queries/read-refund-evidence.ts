import { formatPaise } from "@/lib/money";
import type { UnknownEvidence } from "@/lib/refunds/unknown-refund-views";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { mayBe } from "../domain/unknown-refund";
import { findIntent } from "../store/refund-intents";
import { refundsOfPayment, unowned } from "../../payments";
import { spentOfPayment } from "./spent-of-payment";

/**
 * What the service says now for or against a refund of unknown outcome: refunds in its list that may be it, and its
 * balance compared with the dashboard's. Null when the outcome is known.
 */
export async function readRefundEvidence(ctx: Ctx, intentId: string): Promise<UnknownEvidence | null> {
  await requirePermission(ctx, "view_refunds", { kind: "refund_intent", id: intentId });
  const intent = await findIntent(ctx.pool, intentId);
  if (intent === null || intent.state !== "UNKNOWN") return null;
  if (intent.serviceAddress !== ctx.routing.serviceAddress) return { kind: "other_service" };

  const capabilities = await ctx.routing.capabilities();
  if (!capabilities.isKnown) return { kind: "service_error", serviceError: { kind: "unavailable" } };
  const [list, spent] = await Promise.all([
    capabilities.offers("refunds.search") ? refundsOfPayment(ctx, intent.transactionId) : null,
    capabilities.offers("refunds.balance") ? spentOfPayment(ctx, intent) : null,
  ]);
  if (list?.kind === "service_error") return list;
  if (spent?.kind === "service_error") return spent;

  const candidates = list === null ? null : await unowned(ctx, intent, list.refunds);
  return {
    kind: "weighed",
    candidates:
      candidates
        ?.filter((refund) => mayBe(refund, intent))
        .map((refund) => ({
          refundId: refund.refund_id,
          amount: refund.refund_amount,
          status: refund.refund_status,
          reason: refund.refund_reason,
          requestedAt: new Date(refund.refund_requested_at).toISOString(),
        })) ?? null,
    balance:
      spent === null
        ? null
        : {
            spent: formatPaise(spent.spentPaise),
            known: formatPaise(spent.knownPaise),
            unexplained: formatPaise(
              spent.spentPaise > spent.knownPaise ? spent.spentPaise - spent.knownPaise : 0n,
            ),
          },
  };
}
