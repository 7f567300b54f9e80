import { CircleCheck, CircleX, Clock, LoaderCircle, type LucideIcon } from "lucide-react";
import { Status, type StatusTone } from "@/components/ui/status";
import type { RefundStatus } from "@/lib/contract/statuses";

type Look = { tone: StatusTone; icon: LucideIcon; meaning: string };

/** The specification's own words (section 3.2), each with what it means for the money. */
const REFUND_LOOKS: Record<RefundStatus, Look> = {
  INITIATED: { tone: "accent", icon: Clock, meaning: "Accepted; it has not reached the gateway yet" },
  PROCESSING: { tone: "accent", icon: LoaderCircle, meaning: "The gateway is sending the money back" },
  SUCCESS: { tone: "success", icon: CircleCheck, meaning: "The money has been sent back to the customer" },
  FAILURE: {
    tone: "danger",
    icon: CircleX,
    meaning: "No money was sent back; the amount counts as refundable again",
  },
};

export function RefundStatusBadge({ status }: { status: RefundStatus }) {
  const { tone, icon } = REFUND_LOOKS[status];
  return <Status tone={tone} icon={icon} word={status} />;
}

export function refundStatusMeaning(status: RefundStatus): string {
  return REFUND_LOOKS[status].meaning;
}
