import type { WorkGap } from "@/lib/queues/work-views";
import type { ServiceError } from "@/lib/service-error";
import { parseAmount } from "@/lib/money";
import { err, ok, type Result } from "@/lib/result";
import type { Ctx } from "../../context";
import { listStuck, STUCK_MINUTES, type StuckPayment, stuckPaymentOf } from "../../payments";
import type { OpenItem } from "../domain/work-item";
import type { Fetched } from "../store/open-items";

/** Nothing is known about the service's items: those that people have touched are listed as they were. */
export function fetchedNothing(ctx: Pick<Ctx, "routing">): Fetched {
  return { serviceAddress: ctx.routing.serviceAddress, items: [], from: null, until: null };
}

/** The stuck payments from a time on, oldest first, as the page of stuck payments lists them: at most 100. */
export async function fetchStuck(ctx: Ctx, from: Date | null): Promise<{ fetched: Fetched; gap: WorkGap }> {
  const view = await listStuck(ctx, { minutes: STUCK_MINUTES, after: from?.toISOString() ?? null });
  if (view.kind !== "found") return { fetched: fetchedNothing(ctx), gap: view };
  const items = view.rows.map((row) => itemOf(ctx, { ...row, createdAt: new Date(row.createdAt) }));
  const last = items.at(-1)?.since ?? null;
  return {
    fetched: {
      serviceAddress: ctx.routing.serviceAddress,
      items,
      from,
      // Where the newest are listed, or not all, those after the last one are not known.
      until: view.order === "newest" ? null : view.next === null ? new Date(view.checkedAt) : last,
    },
    gap: null,
  };
}

/** One payment, with nothing fetched if it is not stuck any more. Without the ops extension it is as it was. */
export async function fetchOneStuck(ctx: Ctx, transactionId: string): Promise<Result<Fetched, ServiceError>> {
  const payment = await stuckPaymentOf(ctx, transactionId);
  const nothing = fetchedNothing(ctx);
  switch (payment.kind) {
    case "not_offered":
      return ok(nothing);
    case "trouble":
      return err(payment.trouble);
    case "not_stuck":
      return ok({ ...nothing, until: ctx.clock.now() });
    case "stuck":
      return ok({ ...nothing, items: [itemOf(ctx, payment.payment)], until: ctx.clock.now() });
  }
}

function itemOf(ctx: Pick<Ctx, "routing">, payment: StuckPayment): OpenItem {
  const amount = parseAmount(payment.amount);
  return {
    kind: "payment",
    serviceAddress: ctx.routing.serviceAddress,
    itemId: payment.transactionId,
    condition: "payment_stuck",
    team: "ops",
    mark: "stuck",
    since: payment.createdAt,
    reference: payment.reference,
    transactionId: payment.transactionId,
    amountPaise: amount.ok ? amount.value : null,
    currency: amount.ok ? payment.currency : null,
    isTest: payment.isTest,
  };
}
