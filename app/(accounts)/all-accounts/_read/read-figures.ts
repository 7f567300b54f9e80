import type { AccountFigures, Reading } from "@/lib/all-accounts/views";
import type { PaymentTotals } from "@/lib/overview/overview-views";
import { countApprovals } from "@/server/dashboard/approvals/queries/count-approvals";
import type { Ctx } from "@/server/dashboard/context";
import type { OverviewSpan } from "@/server/dashboard/overview/domain/overview-span";
import { readPaymentTotals } from "@/server/dashboard/overview/queries/read-payment-totals";
import { countStuck } from "@/server/dashboard/payments/queries/count-stuck";
import { countRefundsNeedingAttention } from "@/server/dashboard/refunds/queries/count-refunds-needing-attention";
import { countRequests } from "@/server/dashboard/requests/queries/count-requests";
import { readOf } from "./reading";

const MOST_STUCK = 99;

/** The figures of one account, each for itself. */
export async function readFigures(ctx: Ctx, span: OverviewSpan, zone: string): Promise<AccountFigures> {
  const [totals, refunds, stuck, approvals, requests] = await Promise.all([
    readOf<PaymentTotals>(ctx, "view_overview", () => readPaymentTotals(ctx, span, zone)),
    readOf(ctx, "view_refunds", async () => value(await countRefundsNeedingAttention(ctx))),
    readOf(ctx, "view_payments", async () => {
      const { offers } = await ctx.routing.capabilities();
      if (!offers("payments.search")) return { kind: "not_offered" };
      const found = await countStuck(ctx, MOST_STUCK);
      return found === null ? { kind: "failed" } : value(found);
    }),
    readOf(ctx, "approve_refund", async () => value(await countApprovals(ctx))),
    readOf(ctx, "refund_payment", async () => value(await countRequests(ctx))),
  ]);
  return {
    paid: part(totals, ({ paid }) => paid),
    rate: part(totals, ({ rate }) => rate),
    openRefunds: part(refunds, ({ inProgress }) => inProgress),
    unknownOutcomes: part(refunds, ({ unknown }) => unknown),
    stuck,
    approvals,
    requests,
  };
}

const value = <T>(read: T): Reading<T> => ({ kind: "read", value: read });

function part<T, P>(reading: Reading<T>, pick: (value: T) => P): Reading<P> {
  return reading.kind === "read" ? value(pick(reading.value)) : reading;
}
