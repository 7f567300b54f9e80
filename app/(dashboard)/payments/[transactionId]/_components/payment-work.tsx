"use client";

import { lazyPart, useLazyPart } from "@/components/ui/lazy-part";
import { PartFailed } from "@/components/ui/part-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { paths } from "@/lib/paths";
import type { PaymentDetailView } from "@/lib/payments/payment-detail-view";
import type { WorkItemView } from "@/lib/queues/work-views";
import type { WorkPanelProps } from "../../../_components/work-panel";

/** Few payments have open items, so the scripts come with the first that has. */
const panelPart = lazyPart(() =>
  import("../../../_components/work-panel").then((module) => module.WorkPanel),
);

/** The open items about a payment and its refunds, as read with the page. */
export type PageWork = Pick<WorkPanelProps, "items" | "viewerId">;

/** Those items that the payment, as it is polled, still has. */
export function PaymentWork({ work, detail }: { work: PageWork; detail: PaymentDetailView }) {
  const items = work.items.filter((item) => isStillOpen(item, detail));
  return items.length === 0 ? null : (
    <Loaded items={items} viewerId={work.viewerId} here={paths.payment(detail.payment.transactionId)} />
  );
}

function Loaded(props: WorkPanelProps) {
  const panel = useLazyPart(panelPart);
  if (panel.kind === "ready") return <panel.part {...props} />;
  if (panel.kind === "failed") return <PartFailed onTryAgain={panel.tryAgain} />;
  return <Skeleton className="h-36 w-full rounded-lg" />;
}

/** The payment does not show the end of other conditions: they are as the page was read. */
function isStillOpen({ condition, itemId }: WorkItemView, detail: PaymentDetailView): boolean {
  switch (condition) {
    case "payment_stuck":
      return detail.payment.status === "INITIATED";
    case "refund_unknown":
      return detail.openIntents.some(({ intentId }) => intentId === itemId);
    case "manual_refund_voiding":
      return detail.manualRefunds.some(
        ({ manualRefundId, state }) => manualRefundId === itemId && state === "VOIDING",
      );
    case "manual_refund_waiting":
      return detail.manualRefunds.some(
        ({ manualRefundId, state }) => manualRefundId === itemId && state === "WAITING",
      );
    case "approval_refund":
    case "approval_bulk":
    case "refund_late":
    case "request_open":
    case "request_question":
    case "request_not_made":
    case "cancel_unknown":
    case "finding_certain":
    case "finding_open":
    case "finding_to_confirm":
      return true;
  }
}
