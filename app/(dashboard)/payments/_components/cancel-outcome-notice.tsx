"use client";

import { useTranslations } from "use-intl/react";
import { SignedOut } from "@/components/states/signed-out";
import { ServiceErrorNotice } from "@/components/live/service-error-notice";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { ForeignText } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import { permissionObstacle, type Role } from "@/lib/can";
import type { CancelOutcome } from "@/lib/payments/cancel-view";
import type { PaymentView } from "@/lib/payments/payment-view";
import { lowerFirst } from "@/lib/text";

export type UnfinishedCancel = Exclude<CancelOutcome, { kind: "cancelled" }>;

type CancelOutcomeNoticeProps = {
  outcome: UnfinishedCancel;
  role: Role;
  onRefund: (payment: PaymentView) => void;
};

/** A cancellation that did not go through: what happened, what it means for the money, what to do next. */
export function CancelOutcomeNotice({ outcome, role, onRefund }: CancelOutcomeNoticeProps) {
  const t = useTranslations("cancel");
  switch (outcome.kind) {
    case "already_processed":
      return <AlreadyProcessedNotice {...outcome} role={role} onRefund={onRefund} />;
    case "cancelled_unconfirmed":
      return (
        <Notice tone="warning" role="alert" title={t("outcome.unconfirmedTitle")}>
          <p>{t("outcome.unconfirmed")}</p>
        </Notice>
      );
    case "newer_may_be_cancelled":
      return (
        <Notice tone="warning" role="alert" title={t("outcome.notLatestTitle")}>
          <p>{t("outcome.newerMayBeInstead", { id: outcome.latestTransactionId })}</p>
        </Notice>
      );
    case "not_latest":
      return (
        <Notice tone="warning" role="alert" title={t("outcome.notLatestTitle")}>
          <p>{t("outcome.notLatest", { id: outcome.latestTransactionId })}</p>
        </Notice>
      );
    case "not_found":
      return (
        <Notice tone="warning" role="alert" title={t("outcome.notFoundTitle")}>
          <p>{t("outcome.notFound")}</p>
        </Notice>
      );
    case "refused":
      return (
        <Notice tone="warning" role="alert" title={t("outcome.refusedTitle")}>
          <p>{t.rich("outcome.refused", { words: () => <ForeignText>{outcome.message}</ForeignText> })}</p>
          <p>{t("outcome.refusedMeaning")}</p>
        </Notice>
      );
    case "unknown":
      return (
        <Notice tone="warning" role="alert" title={t("outcome.unknownTitle")}>
          <p>{t("outcome.unknown")}</p>
        </Notice>
      );
    case "not_sent":
      return <ServiceErrorNotice serviceError={outcome.serviceError} />;
    case "forbidden":
      return (
        <Notice tone="danger" role="alert" title={t("outcome.forbiddenTitle")}>
          <p>{t("outcome.forbidden")}</p>
        </Notice>
      );
    case "signed_out":
      return <SignedOut />;
  }
}

type AlreadyProcessedProps = {
  payment: PaymentView;
  checkedAt: string;
  isNewerAtRisk: boolean;
  role: Role;
  onRefund: (payment: PaymentView) => void;
};

/** The customer may have paid first; then a refund undoes the payment. */
function AlreadyProcessedNotice({
  payment,
  checkedAt,
  isNewerAtRisk,
  role,
  onRefund,
}: AlreadyProcessedProps) {
  const t = useTranslations("cancel");
  const tCommon = useTranslations("common");
  if (payment.status === "CANCELLED") {
    return (
      <Notice tone="info" role="alert" title={t("outcome.cancelledAlreadyTitle")}>
        <p>{t("outcome.cancelledAlready")}</p>
      </Notice>
    );
  }
  const isPaid = payment.status === "SUCCESS";
  const mayRefund =
    permissionObstacle("refund_payment", { role, status: payment.status, isLatest: payment.isLatest }) ===
    null;
  return (
    <Notice
      tone={isPaid ? "warning" : "info"}
      role="alert"
      title={t(isPaid ? "outcome.paidTitle" : "outcome.overTitle")}
      actions={
        mayRefund ? (
          <Button size="sm" variant="primary" onClick={() => onRefund(payment)}>
            {t("outcome.refundInstead")}
          </Button>
        ) : undefined
      }
    >
      <p>
        {t.rich("outcome.statusThen", {
          time: () => <Time iso={checkedAt} />,
          status: tCommon(`paymentStatusName.${payment.status}`),
          meaning: lowerFirst(tCommon(`paymentStatus.${payment.status}`)),
        })}{" "}
        {t(isNewerAtRisk ? "outcome.newerMayBe" : "outcome.nothingCancelled")}
      </p>
      {isPaid && <p>{t(mayRefund ? "outcome.paidCanRefund" : "outcome.paidAskFinance")}</p>}
    </Notice>
  );
}
