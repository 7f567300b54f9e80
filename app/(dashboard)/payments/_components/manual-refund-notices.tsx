"use client";

import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl/react";
import { ServiceErrorNotice } from "@/components/live/service-error-notice";
import { SignedOut } from "@/components/states/signed-out";
import { Button } from "@/components/ui/button";
import { DialogButtons } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { displayAmount } from "@/lib/money";
import { NotRefundableNotice, RefundForbiddenNotice } from "./refund-notices";
import { FormRequestNotice } from "./request-notices";
import type { ShownManualRefundOutcome } from "./use-manual-refund-submission";

/** It was recorded; it replaces the form, so focus moves here. */
export function ManualRefundRecorded({ onClose }: { onClose: () => void }) {
  const t = useTranslations("manualRefunds");
  const tRefund = useTranslations("refund");
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <Notice tone="success" role="status" title={t("recorded.title")}>
        <p>{t("recorded.body")}</p>
      </Notice>
      <DialogButtons>
        <Button variant="primary" onClick={onClose}>
          {tRefund("backToPayment")}
        </Button>
      </DialogButtons>
    </div>
  );
}

/** Why nothing was recorded; a field's error is shown at the field. */
export function ManualRefundProblem({
  outcome,
  currency,
}: {
  outcome: ShownManualRefundOutcome;
  currency: string;
}) {
  const t = useTranslations("manualRefunds");
  const tRefund = useTranslations("refund");
  switch (outcome.kind) {
    case "recorded":
      return null;
    case "invalid":
      if (outcome.field === "form" || outcome.field === "amount" || outcome.field === "method")
        return (
          <Notice
            tone="danger"
            role="alert"
            title={t(outcome.fault === "other_values" ? "notDone.other_values" : "notDone.incomplete")}
          />
        );
      if (outcome.field === "reason")
        return <Notice tone="danger" role="alert" title={tRefund(`invalid.${outcome.fault}`)} />;
      return null;
    case "exceeds_balance":
      return (
        <Notice
          tone="danger"
          role="alert"
          title={t("exceeds", { left: displayAmount(outcome.left, outcome.currency) })}
        />
      );
    case "above_limit":
      return (
        <Notice tone="danger" role="alert" title={t("aboveLimit.title")}>
          <p>
            {t("aboveLimit.body", {
              limit: displayAmount(outcome.limit, outcome.currency),
              left: displayAmount(outcome.left, outcome.currency),
            })}
          </p>
        </Notice>
      );
    // Confirmed beside the button.
    case "likely_duplicate":
      return null;
    case "blocked":
      return (
        <Notice tone="danger" role="alert" title={t("blocked.title")}>
          <p>{t("blocked.body")}</p>
        </Notice>
      );
    // Asked in the form.
    case "waiting_request":
      return null;
    case "own_request":
      return <FormRequestNotice request={{ kind: "own" }} currency={currency} />;
    case "request_missing":
      return <FormRequestNotice request={{ kind: "not_found" }} currency={currency} />;
    case "request_closed":
      return <FormRequestNotice request={outcome.request} currency={currency} />;
    case "not_refundable":
      return <NotRefundableNotice status={outcome.status} />;
    case "service_error":
      return <ServiceErrorNotice serviceError={outcome.serviceError} />;
    case "forbidden":
      return <RefundForbiddenNotice />;
    case "cut_off":
      return <Notice tone="warning" role="alert" title={t("notDone.cut_off")} />;
    case "signed_out":
      return <SignedOut />;
  }
}
