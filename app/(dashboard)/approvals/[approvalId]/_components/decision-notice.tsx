"use client";

import { Link } from "@/components/ui/link";
import { useEffect, useRef, type ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { SignedOut } from "@/components/states/signed-out";
import { buttonClass } from "@/components/ui/button";
import { Notice, type NoticeTone } from "@/components/ui/notice";
import { Sentence } from "@/components/ui/text";
import type { ApprovedRefundOutcome } from "@/lib/approvals/approval-views";
import { displayAmount } from "@/lib/money";
import { paths } from "@/lib/paths";
import type { ShownOutcome } from "./use-decision";

/** The outcome of a decision: what happened, what it means for the money, what to do next. It receives focus. */
export function DecisionNotice({ outcome }: { outcome: ShownOutcome }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), [outcome]);
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <Words outcome={outcome} />
    </div>
  );
}

function Words({ outcome }: { outcome: ShownOutcome }) {
  const t = useTranslations("approvals");
  const common = useTranslations("common");
  switch (outcome.kind) {
    case "approved_refund":
      return <RefundWords refund={outcome.refund} />;
    case "approved_bulk":
      return (
        <OutcomeNotice
          tone="success"
          name="bulk"
          action={{ href: paths.bulkRun(outcome.runId), label: t("detail.openRun") }}
        />
      );
    case "declined":
      return <OutcomeNotice tone="success" name="declined" />;
    case "withdrawn":
      return <OutcomeNotice tone="success" name="withdrawn" />;
    case "not_possible": {
      const left =
        outcome.left === null || outcome.currency === null
          ? ""
          : displayAmount(outcome.left, outcome.currency);
      return (
        <OutcomeNotice tone="danger" name="notPossible">
          <p>{t(`obstacle.${outcome.obstacle}`, { left })}</p>
        </OutcomeNotice>
      );
    }
    case "blocked":
      return <OutcomeNotice tone="warning" name="blocked" />;
    case "above_limit":
      return (
        <OutcomeNotice tone="warning" name="aboveLimit">
          <p>{t("outcome.aboveLimitLimit", { limit: displayAmount(outcome.limit, outcome.currency) })}</p>
        </OutcomeNotice>
      );
    case "on_hold":
      return <OutcomeNotice tone="warning" name="onHold" />;
    case "service_error":
      return (
        <OutcomeNotice tone="warning" name="serviceError">
          <p>{common(`serviceError.${outcome.serviceError.kind}.title`)}.</p>
        </OutcomeNotice>
      );
    case "other_service":
      return <OutcomeNotice tone="warning" name="otherService" />;
    // Asked in the form.
    case "likely_duplicate":
    case "waiting_request":
      return null;
    case "request_closed":
      return <OutcomeNotice tone="warning" name="requestClosed" />;
    case "not_waiting":
      return (
        <Notice
          tone="warning"
          role="alert"
          title={t("outcome.notWaiting", { state: t(`state.${outcome.state}`) })}
        >
          <p>{t("outcome.notWaitingBody")}</p>
        </Notice>
      );
    case "not_found":
      return <OutcomeNotice tone="danger" name="notFound" />;
    case "own":
      return <OutcomeNotice tone="danger" name="own" />;
    case "own_request":
      return <OutcomeNotice tone="danger" name="ownRequest" />;
    case "not_own":
      return <OutcomeNotice tone="danger" name="notOwn" />;
    case "forbidden":
      return <OutcomeNotice tone="danger" name="forbidden" />;
    case "invalid":
      return <OutcomeNotice tone="danger" name="incomplete" />;
    case "cut_off":
      return <OutcomeNotice tone="warning" name="cutOff" />;
    case "signed_out":
      return <SignedOut />;
  }
}

function RefundWords({ refund }: { refund: ApprovedRefundOutcome }) {
  const t = useTranslations("approvals");
  const common = useTranslations("common");
  switch (refund.kind) {
    case "accepted":
      return (
        <OutcomeNotice
          tone="success"
          name="accepted"
          action={{ href: paths.refund(refund.refundId), label: t("detail.follow") }}
        />
      );
    case "refused":
      return (
        <OutcomeNotice tone="danger" name="refused">
          <p>
            <Sentence>{common("serviceSaid", { words: refund.message })}</Sentence>
          </p>
        </OutcomeNotice>
      );
    case "unknown":
      return <OutcomeNotice tone="warning" name="unknown" />;
    case "not_sent":
      return (
        <OutcomeNotice tone="warning" name="notSent">
          <p>{common(`serviceError.${refund.serviceError.kind}.title`)}.</p>
        </OutcomeNotice>
      );
  }
}

type Name =
  | "accepted"
  | "refused"
  | "unknown"
  | "notSent"
  | "bulk"
  | "declined"
  | "withdrawn"
  | "notPossible"
  | "blocked"
  | "onHold"
  | "aboveLimit"
  | "serviceError"
  | "otherService"
  | "notFound"
  | "own"
  | "ownRequest"
  | "requestClosed"
  | "notOwn"
  | "forbidden"
  | "incomplete"
  | "cutOff";

type OutcomeNoticeProps = {
  tone: NoticeTone;
  name: Name;
  action?: { href: string; label: string };
  children?: ReactNode;
};

function OutcomeNotice({ tone, name, action, children }: OutcomeNoticeProps) {
  const t = useTranslations("approvals");
  return (
    <Notice
      tone={tone}
      role={tone === "success" ? "status" : "alert"}
      title={t(`outcome.${name}`)}
      actions={
        action !== undefined && (
          <Link href={action.href} className={buttonClass("secondary", "sm")}>
            {action.label}
          </Link>
        )
      }
    >
      {children}
      <p>{t(`outcome.${name}Body`)}</p>
    </Notice>
  );
}
