"use client";

import { Link } from "@/components/ui/link";
import { useTranslations } from "use-intl/react";
import { FetchFailedNotice } from "@/components/live/fetch-failed-notice";
import { LastChecked } from "@/components/live/last-checked";
import { useRefundIntent } from "@/components/refunds/use-refund-intent";
import { buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { displayAmount } from "@/lib/money";
import { paths } from "@/lib/paths";
import type { PaymentView } from "@/lib/payments/payment-view";
import { endsTries } from "@/lib/refunds/unknown-refund-views";
import type { RefundIntentView } from "@/lib/refunds/refund-intent-view";
import { AcceptedNotice } from "./accepted-notice";
import { ServiceWords } from "./refund-notices";

/**
 * Sent, without a usable response (failure 3): the amount stays reserved, and the user cannot retry. Says that Paydeck keeps
 * checking only where it can.
 */
export function UnknownOutcome({ intentId, payment }: { intentId: string; payment: PaymentView }) {
  const t = useTranslations("refund");
  const { intent, error, lastFetchMs, nextFetchMs, refreshNow } = useRefundIntent(intentId);
  const checked = <LastChecked lastFetchMs={lastFetchMs} nextFetchMs={nextFetchMs} onRefresh={refreshNow} />;

  if (intent?.state === "ACCEPTED" && intent.refundId !== null) {
    return <AcceptedNotice refundId={intent.refundId} opensByItself={false} />;
  }
  if (intent?.state === "REFUSED" || intent?.state === "NOT_SENT")
    return <NothingRefundedNotice intent={intent} />;

  const obstacle = intent?.obstacle ?? null;
  const isLeftToPeople = endsTries(obstacle);
  return (
    <div className="space-y-3">
      <Notice
        tone="warning"
        role="alert"
        title={t("unknown.title")}
        actions={
          isLeftToPeople ? (
            <Link href={paths.refundIntent(intentId)} className={buttonClass("secondary", "sm")}>
              {t("unknown.findOut")}
            </Link>
          ) : (
            <Link href={paths.refunds()} className={buttonClass("secondary", "sm")}>
              {t("blocked.seeRefunds")}
            </Link>
          )
        }
      >
        <p>{t("unknown.sent")}</p>
        <p>
          {intent === undefined || intent === null
            ? t("unknown.reserved")
            : t("unknown.reservedAmount", { amount: displayAmount(intent.amount, payment.currency) })}
        </p>
        <p>{t(isLeftToPeople ? `unknown.obstacles.${obstacle}` : "unknown.checking")}</p>
        {!isLeftToPeople && checked}
      </Notice>
      {error !== null && <FetchFailedNotice error={error} />}
    </div>
  );
}

function NothingRefundedNotice({ intent }: { intent: RefundIntentView }) {
  const t = useTranslations("refund");
  return (
    <Notice
      tone="info"
      role="alert"
      title={t(intent.state === "REFUSED" ? "unknown.refusedTitle" : "unknown.notSentTitle")}
    >
      {intent.message !== null && <ServiceWords words={intent.message} />}
      <p>{t("unknown.nothingRefunded")}</p>
    </Notice>
  );
}
