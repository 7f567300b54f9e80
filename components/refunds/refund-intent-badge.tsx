"use client";

import { CircleHelp, CircleMinus, CircleX, LoaderCircle } from "lucide-react";
import { useTranslations } from "use-intl/react";
import { Status } from "@/components/ui/status";
import type { RefundIntentView } from "@/lib/refunds/refund-intent-view";
import { PaidLateBadge } from "./paid-late-badge";
import { RefundStatusBadge } from "./refund-status";

/**
 * Status of a refund made in the dashboard: the service's once there is one, until then the state of the intent. `isPlain`: in a
 * list, where only an unknown outcome has a background.
 */
export function RefundIntentBadge({
  intent,
  isPlain = false,
}: {
  intent: RefundIntentView;
  isPlain?: boolean;
}) {
  const t = useTranslations("common");
  switch (intent.state) {
    case "RECORDED":
    case "SENDING":
      return <Status tone="accent" icon={LoaderCircle} word={t("refundIntent.SENDING")} isPlain={isPlain} />;
    case "ACCEPTED":
      return (
        <>
          <RefundStatusBadge status={intent.refundStatus ?? "INITIATED"} isPlain={isPlain} />
          {intent.wasPaidLate && <PaidLateBadge />}
        </>
      );
    case "REFUSED":
      return <Status tone="danger" icon={CircleX} word={t("refundIntent.REFUSED")} isPlain={isPlain} />;
    case "NOT_SENT":
      return <Status tone="neutral" icon={CircleMinus} word={t("refundIntent.NOT_SENT")} isPlain={isPlain} />;
    case "UNKNOWN":
      return <Status tone="warning" icon={CircleHelp} word={t("refundIntent.UNKNOWN")} />;
  }
}
