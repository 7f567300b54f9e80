import type { PaymentTotals } from "@/lib/overview/overview-views";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { totalsOf } from "../domain/overview";
import type { OverviewSpan } from "../domain/overview-span";

type TotalsReading = { kind: "read"; value: PaymentTotals } | { kind: "not_offered" } | { kind: "failed" };

/** Only the totals of a span, in one call: counts, success rate, and what was paid by currency. Throws ForbiddenError. */
export async function readPaymentTotals(ctx: Ctx, span: OverviewSpan, zone: string): Promise<TotalsReading> {
  await requirePermission(ctx, "view_overview", { kind: "overview", id: span.range });
  const { offers } = await ctx.routing.capabilities();
  if (!offers("payments.counts")) return { kind: "not_offered" };
  const { from, until, bucket } = span;
  const response = await ctx.routing.ops("payments.counts", {
    from: from.toISOString(),
    until: until.toISOString(),
    time_zone: zone,
    bucket,
  });
  return response.kind === "answered"
    ? { kind: "read", value: totalsOf(response.value.counts) }
    : { kind: "failed" };
}
