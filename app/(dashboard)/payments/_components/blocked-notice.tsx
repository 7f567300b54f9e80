"use client";

import Link from "next/link";
import { useEffect, useEffectEvent } from "react";
import { isSettled, useRefundIntent } from "@/components/refunds/use-refund-intent";
import { Looked } from "@/components/live/looked";
import { buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { ForeignText } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import { displayAmount } from "@/lib/money";
import { paths } from "@/lib/paths";
import type { RefundIntentView } from "@/lib/views";

/** Another refund of this payment is not decided yet: until it is, nobody can say what is left. */
export function BlockedNotice({
  blockedBy,
  onSettled,
}: {
  blockedBy: RefundIntentView;
  onSettled: () => void;
}) {
  const { intent, lastLookMs, nextLookMs, lookNow } = useRefundIntent(blockedBy.intentId);
  const settled = intent !== undefined && intent !== null && isSettled(intent);

  const tellSettled = useEffectEvent(onSettled);
  useEffect(() => {
    if (settled) tellSettled();
  }, [settled]);

  return (
    <Notice
      tone="warning"
      role="alert"
      title={
        blockedBy.state === "UNKNOWN"
          ? "Outcome unknown of an earlier refund"
          : "Another refund of this payment is being sent"
      }
      actions={
        <Link href={paths.refunds()} className={buttonClass("secondary", "sm")}>
          See the refunds
        </Link>
      }
    >
      <p>
        <ForeignText>{blockedBy.requestedBy}</ForeignText> asked for{" "}
        {displayAmount(blockedBy.amount, blockedBy.currency)} on <Time iso={blockedBy.requestedAt} />. Until
        it is known whether the money was sent back, the amount stays reserved and no other refund can begin.
      </p>
      <Looked lastLookMs={lastLookMs} nextLookMs={nextLookMs} onLook={lookNow} />
    </Notice>
  );
}
