"use client";

import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl/react";
import { SignedOut } from "@/components/states/signed-out";
import { ServiceErrorNotice } from "@/components/live/service-error-notice";
import { RequestRefundText } from "@/components/requests/request-refund-text";
import { Button, buttonClass } from "@/components/ui/button";
import { DialogButtons } from "@/components/ui/dialog";
import { Link } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import { ForeignText } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import { TEXT_LIMITS } from "@/lib/contract/limits";
import { displayAmount } from "@/lib/money";
import { paths } from "@/lib/paths";
import { MAX_REQUEST_TEXT, type OpenRequest } from "@/lib/requests/request-views";
import type { RefundFormRequest } from "@/lib/requests/request-state";
import { NotRefundableNotice, RefundForbiddenNotice } from "./refund-notices";
import type { ShownRequestOutcome } from "./use-request-submission";
import { amountFaultText } from "./use-amount-fault";

/** The request was made; it replaces the form, so focus moves here. */
export function RequestedNotice({ requestId, onClose }: { requestId: string; onClose: () => void }) {
  const t = useTranslations("requests");
  const tRefund = useTranslations("refund");
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <Notice tone="success" role="status" title={t("requested.title")}>
        <p>{t("requested.body")}</p>
      </Notice>
      <DialogButtons>
        <Button onClick={onClose}>{tRefund("backToPayment")}</Button>
        <Link href={paths.request(requestId)} className={buttonClass("primary")}>
          {t("view")}
        </Link>
      </DialogButtons>
    </div>
  );
}

/** The payment has an undecided request already. */
export function AlreadyOpenNotice({ open, onClose }: { open: OpenRequest; onClose: () => void }) {
  const t = useTranslations("requests");
  const tRefund = useTranslations("refund");
  return (
    <>
      <Notice tone="info" role="status" title={t("alreadyOpen.title")}>
        <p>
          {t.rich("alreadyOpen.body", {
            person: () => <ForeignText>{open.by}</ForeignText>,
            time: () => <Time iso={open.at} />,
          })}
        </p>
      </Notice>
      <DialogButtons>
        <Button onClick={onClose}>{tRefund("backToPayment")}</Button>
        <Link href={paths.request(open.requestId)} className={buttonClass("primary")}>
          {t("view")}
        </Link>
      </DialogButtons>
    </>
  );
}

/** Why nothing was requested, above a form that can be corrected. */
export function RequestProblemNotice({ problem }: { problem: ShownRequestOutcome }) {
  const t = useTranslations("requests.problem");
  const tRefund = useTranslations("refund");
  switch (problem.kind) {
    case "invalid":
      return (
        <Notice tone="danger" role="alert" title={t("title")}>
          <p>
            {problem.field === "amount"
              ? amountFaultText(tRefund, problem)
              : tRefund(`invalid.${problem.fault}`, {
                  max: problem.field === "note" ? MAX_REQUEST_TEXT : TEXT_LIMITS.refund_reason,
                })}
          </p>
        </Notice>
      );
    case "exceeds_balance":
      return (
        <Notice tone="danger" role="alert" title={t("title")}>
          <p>{tRefund("fault.tooMuch", { left: displayAmount(problem.left, problem.currency) })}</p>
        </Notice>
      );
    case "not_refundable":
      return <NotRefundableNotice status={problem.status} />;
    case "service_error":
      return <ServiceErrorNotice serviceError={problem.serviceError} />;
    case "cut_off":
      return (
        <Notice tone="warning" role="alert" title={t("cutOff")}>
          <p>{t("cutOffBody")}</p>
        </Notice>
      );
    case "forbidden":
      return <RefundForbiddenNotice />;
    case "signed_out":
      return <SignedOut />;
    // Shown in place of the form.
    case "requested":
    case "already_open":
      return null;
  }
}

/** Whose request the refund form was opened for, or why it cannot be accepted. */
export function FormRequestNotice({ request, currency }: { request: RefundFormRequest; currency: string }) {
  const t = useTranslations("requests");
  switch (request.kind) {
    case "open":
      return (
        <Notice
          tone="info"
          title={
            <bdi>
              {t("accepting.title", {
                person: request.requestedBy,
                amount: displayAmount(request.amount, currency),
              })}
            </bdi>
          }
        >
          {request.note !== null && (
            <p className="whitespace-pre-line">
              <ForeignText>{request.note}</ForeignText>
            </p>
          )}
        </Notice>
      );
    case "closed":
      return (
        <Notice
          tone="warning"
          role="alert"
          title={t("closed.title", { state: request.state, person: request.by ?? "" })}
          actions={
            <Link href={paths.request(request.requestId)} className={buttonClass("primary", "sm")}>
              {t("view")}
            </Link>
          }
        >
          {request.refund !== null && (
            <p>
              <RequestRefundText refund={request.refund} />
            </p>
          )}
          <p>{t("closed.body")}</p>
        </Notice>
      );
    case "own":
      return (
        <Notice tone="warning" role="alert" title={t("own.title")}>
          <p>{t("own.body")}</p>
        </Notice>
      );
    case "not_found":
      return (
        <Notice tone="warning" role="alert" title={t("missing.title")}>
          <p>{t("missing.body")}</p>
        </Notice>
      );
  }
}
