"use client";

import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { ForeignText } from "@/components/ui/text";
import { TEXT_LIMITS } from "@/lib/contract/limits";
import type { PaymentStatus } from "@/lib/contract/statuses";
import { DuplicateRefunds } from "@/components/refunds/duplicate-refunds";
import { displayAmount } from "@/lib/money";
import type { FailedRefundView } from "@/lib/refunds/refund-form-view";
import type { CorrectableOutcome } from "./use-refund-request";

/** The remaining balance that a refusal reported, formatted; null when the amount was not the reason. */
export function remainingInRefusal(problem: CorrectableOutcome, currency: string): string | null {
  switch (problem.kind) {
    case "exceeds_balance":
      return displayAmount(problem.left, problem.currency);
    case "refused":
      return problem.left === null ? null : displayAmount(problem.left, currency);
    case "above_limit":
    case "likely_duplicate":
    case "waiting_request":
    case "approval_not_needed":
    case "invalid":
    case "not_sent":
      return null;
  }
}

/** The service's own message, marked as such. */
export function ServiceWords({ words }: { words: string }) {
  const t = useTranslations("refund");
  return <p>{t.rich("problem.words", { words: () => <ForeignText>{words}</ForeignText> })}</p>;
}

/** Why nothing was refunded, above a form that can be corrected. */
export function RefundProblemNotice({ problem }: { problem: CorrectableOutcome }) {
  const t = useTranslations("refund");
  const tCommon = useTranslations("common");
  switch (problem.kind) {
    case "refused":
      return (
        <Notice tone="danger" role="alert" title={t("problem.refusedTitle")}>
          <ServiceWords words={problem.message} />
          <p>{t("problem.refused")}</p>
        </Notice>
      );
    case "exceeds_balance":
      return (
        <Notice tone="danger" role="alert" title={t("problem.exceedsTitle")}>
          <p>{t("problem.exceeds", { left: displayAmount(problem.left, problem.currency) })}</p>
        </Notice>
      );
    case "above_limit":
      return (
        <Notice tone="danger" role="alert" title={t("problem.aboveLimitTitle")}>
          <p>{t("problem.aboveLimit")}</p>
        </Notice>
      );
    // Asked beside the button, and above the form.
    case "likely_duplicate":
    case "waiting_request":
      return null;
    case "approval_not_needed":
      return (
        <Notice tone="warning" role="alert" title={t("problem.approvalNotNeededTitle")}>
          <p>{t("problem.approvalNotNeeded")}</p>
        </Notice>
      );
    case "invalid":
      if (problem.field === "amount") return null;
      return (
        <Notice tone="danger" role="alert" title={t("problem.invalidTitle")}>
          <p>{t(`invalid.${problem.fault}`, { max: TEXT_LIMITS.refund_reason })}</p>
          <p>{t("problem.invalid")}</p>
        </Notice>
      );
    case "not_sent":
      return (
        <Notice tone="warning" role="alert" title={t("problem.notSentTitle")}>
          <p>{t("problem.notSent", { why: tCommon(`serviceError.${problem.serviceError.kind}.title`) })}</p>
          <p>{t("problem.notSentNext")}</p>
        </Notice>
      );
  }
}

/** Why the form to refund again is empty: there is no failed refund to take the values from. */
export function NotFailedNotice({
  again,
  currency,
}: {
  again: Exclude<FailedRefundView, { kind: "failed" }>;
  currency: string;
}) {
  const t = useTranslations("refund.again");
  if (again.kind === "refunded_since")
    return (
      <DuplicateRefunds
        found={{ ...again, currency }}
        title={t("refunded_since.title")}
        next={t("refunded_since.next")}
      />
    );
  return (
    <Notice tone="warning" role="alert" title={t(`${again.kind}.title`)}>
      <p>{t(`${again.kind}.body`)}</p>
    </Notice>
  );
}

export function NotRefundableNotice({ status }: { status: PaymentStatus | null }) {
  const t = useTranslations("refund");
  const tCommon = useTranslations("common");
  return (
    <Notice tone="warning" role="alert" title={t("notRefundable.title")}>
      <p>
        {status === null
          ? t("notRefundable.unknown")
          : t("notRefundable.status", {
              status: tCommon(`paymentStatusName.${status}`),
              meaning: tCommon(`paymentStatus.${status}`),
            })}{" "}
        {t("notRefundable.nothing")}
      </p>
    </Notice>
  );
}

/** Says after a restore who ends the hold, so that nobody retries as if the service were busy. */
export function OnHoldNotice() {
  const t = useTranslations("refund");
  return (
    <Notice tone="warning" role="alert" title={t("onHold.title")}>
      <p>{t("onHold.body")}</p>
    </Notice>
  );
}

export function WithdrawnNotice({ onStartOver }: { onStartOver: () => void }) {
  const t = useTranslations("refund");
  return (
    <Notice
      tone="info"
      role="alert"
      title={t("withdrawn.title")}
      actions={
        <Button size="sm" onClick={onStartOver}>
          {t("overtaken.back")}
        </Button>
      }
    >
      <p>{t("withdrawn.body")}</p>
    </Notice>
  );
}

export function RefundForbiddenNotice() {
  const t = useTranslations("refund");
  return (
    <Notice tone="danger" role="alert" title={t("forbidden.title")}>
      <p>{t("forbidden.body")}</p>
    </Notice>
  );
}
