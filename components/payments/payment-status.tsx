import { Ban, CircleCheck, CircleX, Clock, LogOut, type LucideIcon } from "lucide-react";
import { Status, type StatusTone } from "@/components/ui/status";
import type { PaymentStatus } from "@/lib/contract/statuses";

type Look = { tone: StatusTone; icon: LucideIcon; meaning: string };

/** The specification's own words are shown (section 3.1), each with what it means for the money. */
const LOOKS: Record<PaymentStatus, Look> = {
  INITIATED: { tone: "accent", icon: Clock, meaning: "Waiting for the customer to pay" },
  SUCCESS: { tone: "success", icon: CircleCheck, meaning: "Paid" },
  FAILURE: { tone: "danger", icon: CircleX, meaning: "Not paid: the attempt failed" },
  DROP: { tone: "neutral", icon: LogOut, meaning: "Not paid: the customer left or time ran out" },
  CANCELLED: { tone: "neutral", icon: Ban, meaning: "Cancelled: it can no longer be paid" },
};

export function PaymentStatusBadge({ status }: { status: PaymentStatus }) {
  const { tone, icon } = LOOKS[status];
  return <Status tone={tone} icon={icon} word={status} />;
}

export function paymentStatusMeaning(status: PaymentStatus): string {
  return LOOKS[status].meaning;
}
