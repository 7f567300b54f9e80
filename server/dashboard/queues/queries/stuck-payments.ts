import type { PaymentStatus } from "@/lib/contract/statuses";
import { parseAmount } from "@/lib/money";
import type { WorkOutcome } from "@/lib/queues/work-kinds";
import type { Ctx } from "../../context";
import {
  countStuckForNavigation,
  listStuck,
  STUCK_MINUTES,
  type StuckPayment,
  stuckPaymentOf,
} from "../../payments";
import type { Services } from "../../runtime";
import type { ServiceItem, ServiceKind } from "../domain/service-kind";

const OUTCOMES: Record<PaymentStatus, WorkOutcome> = {
  INITIATED: "gone",
  SUCCESS: "paid",
  FAILURE: "payment_ended",
  DROP: "payment_ended",
  CANCELLED: "payment_ended",
};

/** Payments that are unpaid for too long, as the page of stuck payments lists and counts them. */
export const STUCK_PAYMENTS: ServiceKind<Ctx, Pick<Services, "routing" | "clock">> = {
  async list(ctx, from) {
    const view = await listStuck(ctx, { minutes: STUCK_MINUTES, after: from?.toISOString() ?? null });
    if (view.kind !== "found") return view;
    const items = view.rows.map((row) => stuckItem({ ...row, createdAt: new Date(row.createdAt) }));
    // Where the newest are listed because too many are equally old, nothing is known about the others.
    const end = view.next === null ? new Date(view.checkedAt) : (items.at(-1)?.since ?? null);
    return { kind: "found", items, until: view.order === "newest" ? null : end };
  },
  async find(services, itemId) {
    const found = await stuckPaymentOf(services, itemId);
    switch (found.kind) {
      case "stuck":
        return { kind: "open", item: stuckItem(found.payment) };
      case "not_stuck":
        return { kind: "ended", outcome: found.status === null ? "gone" : OUTCOMES[found.status] };
      case "not_offered":
      case "service_error":
        return found;
    }
  },
  count: countStuckForNavigation,
};

/** A stuck payment as an item. */
export function stuckItem(payment: StuckPayment): ServiceItem {
  const amount = parseAmount(payment.amount);
  return {
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
    who: null,
    why: null,
    notForIds: [],
  };
}
