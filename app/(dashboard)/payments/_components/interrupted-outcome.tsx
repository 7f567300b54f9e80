"use client";

import { useEffect } from "react";
import { useTranslations } from "use-intl/react";
import { LastChecked } from "@/components/live/last-checked";
import { useRefundIntent } from "@/components/refunds/use-refund-intent";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { CutOff, PendingRequest } from "./use-refund-request";

type InterruptedOutcomeProps = {
  outcome: CutOff;
  pending: PendingRequest | null;
  onReceived: () => void;
  onSendAgain: () => void;
  onWithdraw: () => void;
};

/**
 * The browser lost the connection to Paydeck during the request. Until Paydeck has received it, the same request can be
 * sent again under its own id, or withdrawn for good; one that has been received is never offered again.
 */
export function InterruptedOutcome({
  outcome,
  pending,
  onReceived,
  onSendAgain,
  onWithdraw,
}: InterruptedOutcomeProps) {
  const t = useTranslations("refund");
  const { intent, lastFetchMs, nextFetchMs, refreshNow } = useRefundIntent(outcome.intentId);
  const isReceived = intent !== undefined && intent !== null;
  useEffect(() => {
    if (isReceived) onReceived();
  }, [isReceived, onReceived]);

  const isLookedUp = intent !== undefined;
  return (
    <Notice
      tone="warning"
      role="alert"
      title={t(isLookedUp ? "unknown.notReceivedTitle" : "unknown.brokeTitle")}
      actions={
        <>
          {isLookedUp && (
            <Button
              size="sm"
              variant="primary"
              busy={pending === "submission"}
              disabled={pending === "withdrawal"}
              onClick={onSendAgain}
            >
              {t("unknown.sendAgain")}
            </Button>
          )}
          <Button
            size="sm"
            busy={pending === "withdrawal"}
            disabled={pending === "submission"}
            onClick={onWithdraw}
          >
            {t("unknown.withdraw")}
          </Button>
        </>
      }
    >
      <p>{t(isLookedUp ? "unknown.notReceived" : "unknown.broke")}</p>
      {outcome.isTurnedAway && <p>{t("unknown.turnedAway")}</p>}
      {outcome.lost === "withdrawal" && !outcome.isTurnedAway && <p>{t("unknown.withdrawalLost")}</p>}
      <LastChecked lastFetchMs={lastFetchMs} nextFetchMs={nextFetchMs} onRefresh={refreshNow} />
    </Notice>
  );
}
