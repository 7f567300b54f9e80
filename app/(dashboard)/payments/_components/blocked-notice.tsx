"use client";

import { Link } from "@/components/ui/link";
import { useEffect, useEffectEvent } from "react";
import { useTranslations } from "use-intl/react";
import { isSettled, useRefundIntent } from "@/components/refunds/use-refund-intent";
import { LastChecked } from "@/components/live/last-checked";
import { buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { ForeignText } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import { displayAmount } from "@/lib/money";
import { paths } from "@/lib/paths";
import type { RefundIntentView } from "@/lib/refunds/refund-intent-view";

/** The outcome of another refund of this payment is unknown: until it is known, so is the remaining balance. */
export function BlockedNotice({
  blockedBy,
  onSettled,
}: {
  blockedBy: RefundIntentView;
  onSettled: () => void;
}) {
  const t = useTranslations("refund");
  const { intent, lastFetchMs, nextFetchMs, refreshNow } = useRefundIntent(blockedBy.intentId);
  const settled = intent !== undefined && intent !== null && isSettled(intent);

  const tellSettled = useEffectEvent(onSettled);
  useEffect(() => {
    if (settled) tellSettled();
  }, [settled]);

  return (
    <Notice
      tone="warning"
      role="alert"
      title={t(blockedBy.state === "UNKNOWN" ? "blocked.unknownTitle" : "blocked.sendingTitle")}
      actions={
        <Link href={paths.refunds()} className={buttonClass("secondary", "sm")}>
          {t("blocked.seeRefunds")}
        </Link>
      }
    >
      <p>
        {t.rich("blocked.body", {
          person: () => <ForeignText>{blockedBy.requestedBy}</ForeignText>,
          amount: displayAmount(blockedBy.amount, blockedBy.currency),
          time: () => <Time iso={blockedBy.requestedAt} />,
        })}
      </p>
      <LastChecked lastFetchMs={lastFetchMs} nextFetchMs={nextFetchMs} onRefresh={refreshNow} />
    </Notice>
  );
}
