import type { PaymentDetailLookup } from "@/lib/payments/payment-detail-view";
import { kindsOf, mayView } from "@/lib/queues/work-kinds";
import type { WorkItemView } from "@/lib/queues/work-views";
import { isStorableText } from "@/lib/text";
import { STUCK_AFTER_MS } from "@/lib/payments/payment-state";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { presentItem, untouched, type WorkItem } from "../domain/work-item";
import { listWorkOfPayment } from "../store/items-of-record";
import { stuckItem } from "./stuck-payments";

/** Stored items about a payment; whether the payment itself is one, its own data says. */
export type PaymentWork = { readonly stored: readonly WorkItem[] };

/**
 * What the dashboard's own tables know of open items about a payment or its refunds, of the kinds that the viewer may see. It
 * does not wait for the payment: {@link presentWork} adds what that says.
 */
export async function workOfPayment(ctx: Ctx, transactionId: string): Promise<PaymentWork> {
  await requirePermission(ctx, "view_payments", { kind: "payment", id: transactionId });
  if (!isStorableText(transactionId)) return { stored: [] };
  const of = { transactionId, kinds: kindsOf(ctx.actor.role) };
  return { stored: await listWorkOfPayment(ctx.pool, ctx.clock.now(), ctx.routing.serviceAddress, of) };
}

/** The items as they are shown, oldest first. A payment that is not stuck any more is none. */
export function presentWork(ctx: Ctx, { stored }: PaymentWork, lookup: PaymentDetailLookup): WorkItemView[] {
  const stuck = stuckOf(ctx, lookup);
  const own = stored.find(({ kind }) => kind === "payment") ?? stuck;
  const others = stored.filter(({ kind }) => kind !== "payment");
  const items = stuck === null || own === null ? others : [...others, own];
  return items
    .toSorted((a, b) => a.since.getTime() - b.since.getTime())
    .map((item) => presentItem(item, ctx.actor));
}

/** The payment as an item that nobody has touched, under the conditions of its queue. */
function stuckOf({ actor, clock, routing }: Ctx, lookup: PaymentDetailLookup): WorkItem | null {
  if (!mayView(actor.role, "payment") || lookup.kind !== "found") return null;
  const { payment, more } = lookup.detail;
  // Without the operations extension no payment is listed as stuck.
  if (more === null || payment.status !== "INITIATED") return null;
  const createdAt = new Date(payment.createdAt);
  if (createdAt.getTime() > clock.now().getTime() - STUCK_AFTER_MS) return null;
  const item = stuckItem({ ...payment, createdAt });
  return untouched({ ...item, kind: "payment", serviceAddress: routing.serviceAddress });
}
