"use client";

import { Link } from "@/components/ui/link";
import { useTranslations } from "use-intl/react";
import { TestBadge } from "@/components/payments/test-badge";
import { PaidLateBadge } from "@/components/refunds/paid-late-badge";
import { RefundFailure } from "@/components/refunds/refund-failure";
import { RefundStatusBadge } from "@/components/refunds/refund-status";
import { buttonClass } from "@/components/ui/button";
import { CopyableId } from "@/components/ui/copyable-id";
import { Fact, Facts } from "@/components/ui/facts";
import { Money } from "@/components/ui/money";
import { Notice } from "@/components/ui/notice";
import { EmptyValue, ForeignText } from "@/components/ui/text";
import { Age, Time } from "@/components/ui/time";
import { paths } from "@/lib/paths";
import { nextStepAfter } from "@/lib/refunds/refund-failure";
import type { RefundView } from "@/lib/refunds/refund-view";
import { RefundSteps } from "./refund-steps";

/** `isStale`: the last poll failed, so this is older data. */
export function RefundCard({
  refund,
  isStale,
  mayRefund,
}: {
  refund: RefundView;
  isStale: boolean;
  mayRefund: boolean;
}) {
  const t = useTranslations("refunds");
  const common = useTranslations("common");
  const meaning = refund.wasPaidLate ? common("refundPaidLateMeaning") : t(`meaning.${refund.status}`);
  return (
    <div className="rounded-lg border border-line bg-surface shadow-raised">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 pt-4 sm:px-5">
        <div role="status" className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1.5">
          <RefundStatusBadge status={refund.status} />
          {refund.wasPaidLate && <PaidLateBadge />}
          <span className="text-sm text-ink-muted">
            {isStale ? t("one.lastKnown", { meaning }) : meaning}
          </span>
        </div>
        <TestBadge isTest={refund.isTest} />
        <Money amount={refund.amount} currency={refund.currency} className="ml-auto text-xl font-semibold" />
      </div>
      <RefundSteps refund={refund} />
      {refund.status === "FAILURE" && <FailedNotice refund={refund} mayRefund={mayRefund} />}
      {refund.status !== "FAILURE" && refund.failure !== null && (
        <div className="px-4 pb-4 sm:px-5">
          <Notice tone="warning" title={t("one.waitsTitle")}>
            <p className="wrap-anywhere">
              <RefundFailure failure={refund.failure} isOpen />
            </p>
          </Notice>
        </div>
      )}
      <div className="border-t border-line px-4 py-4 sm:px-5">
        <Facts>
          <Fact name={common("reference")}>
            <Link
              href={paths.payment(refund.transactionId, refund.reference)}
              className="text-accent underline-offset-2 hover:underline"
            >
              <ForeignText>{refund.reference}</ForeignText>
            </Link>
          </Fact>
          <Fact name={common("transactionId")}>
            <CopyableId id={refund.transactionId} what={common("transactionId")} />
          </Fact>
          <Fact name={t("one.gatewayId")}>
            {refund.gatewayRefundId === null ? (
              <EmptyValue>{t("one.notAssigned")}</EmptyValue>
            ) : (
              <CopyableId id={refund.gatewayRefundId} what={t("one.gatewayId")} />
            )}
          </Fact>
          <Fact name={common("reason")}>
            {refund.reason === null || refund.reason === "" ? (
              <EmptyValue>{t("one.notGiven")}</EmptyValue>
            ) : (
              <ForeignText>{refund.reason}</ForeignText>
            )}
          </Fact>
          <Fact name={t("one.requested")}>
            <Time iso={refund.requestedAt} />{" "}
            <span className="text-ink-muted">
              <Age iso={refund.requestedAt} />
            </span>
          </Fact>
          <Fact name={t("one.requestedBy")}>
            {refund.requestedBy === null ? (
              <EmptyValue>{t("one.outside")}</EmptyValue>
            ) : (
              <ForeignText>{refund.requestedBy}</ForeignText>
            )}
          </Fact>
          {refund.completedAt !== null && (
            <Fact name={t(refund.status === "FAILURE" ? "one.failedAt" : "one.completed")}>
              <Time iso={refund.completedAt} />
            </Fact>
          )}
        </Facts>
      </div>
    </div>
  );
}

function FailedNotice({ refund, mayRefund }: { refund: RefundView; mayRefund: boolean }) {
  const { refundId, reference, transactionId, wasPaidLate, failure } = refund;
  const t = useTranslations("refunds.one");
  const next = nextStepAfter(failure);
  return (
    <div className="px-4 pb-4 sm:px-5">
      <Notice
        tone={wasPaidLate ? "warning" : "danger"}
        title={t(wasPaidLate ? "paidLateTitle" : "failedTitle")}
        actions={
          <>
            {mayRefund && !wasPaidLate && next === "again" && (
              <Link
                href={paths.refundForm({ reference, transactionId, again: refundId })}
                className={buttonClass("primary", "sm")}
              >
                {t("again")}
              </Link>
            )}
            <Link href={paths.payment(transactionId, reference)} className={buttonClass("secondary", "sm")}>
              {t("goToPayment")}
            </Link>
          </>
        }
      >
        {failure !== null && !wasPaidLate && (
          <p className="wrap-anywhere">
            <RefundFailure failure={failure} isOpen={false} />
          </p>
        )}
        <p>{t(wasPaidLate ? "paidLateBody" : `failedBody.${next}`)}</p>
      </Notice>
    </div>
  );
}
