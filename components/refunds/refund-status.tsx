import { CircleCheck, CircleX, Clock, LoaderCircle, type LucideIcon } from "lucide-react";
import { Status, type StatusTone } from "@/components/ui/status";
import type { RefundStatus } from "@/lib/contract/statuses";

type Look = { tone: StatusTone; icon: LucideIcon };

/** The statuses are shown as on the wire (specification 3.2); `common.refundStatus` explains each. */
const REFUND_LOOKS: Record<RefundStatus, Look> = {
  INITIATED: { tone: "accent", icon: Clock },
  PROCESSING: { tone: "accent", icon: LoaderCircle },
  SUCCESS: { tone: "success", icon: CircleCheck },
  FAILURE: {
    tone: "danger",
    icon: CircleX,
  },
};

export function RefundStatusBadge({ status }: { status: RefundStatus }) {
  const { tone, icon } = REFUND_LOOKS[status];
  return <Status tone={tone} icon={icon} word={status} />;
}
