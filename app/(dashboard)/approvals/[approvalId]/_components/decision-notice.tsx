"use client";

import { Link } from "@/components/ui/link";
import { useEffect, useRef, type ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { SignedOutNotice } from "@/components/live/fetch-failed-notice";
import { buttonClass } from "@/components/ui/button";
import { Notice, type NoticeTone } from "@/components/ui/notice";
import { ForeignText } from "@/components/ui/text";
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
        <Told
          tone="success"
          name="bulk"
          action={{ href: paths.bulkRun(outcome.runId), label: t("detail.openRun") }}
        />
      );
    case "declined":
      return <Told tone="success" name="declined" />;
    case "withdrawn":
      return <Told tone="success" name="withdrawn" />;
    case "not_possible": {
      const left =
        outcome.left === null || outcome.currency === null
          ? ""
          : displayAmount(outcome.left, outcome.currency);
      return (
        <Told tone="danger" name="notPossible">
          <p>{t(`obstacle.${outcome.obstacle}`, { left })}</p>
        </Told>
      );
    }
    case "blocked":
      return <Told tone="warning" name="blocked" />;
    case "on_hold":
      return <Told tone="warning" name="onHold" />;
    case "trouble":
      return (
        <Told tone="warning" name="trouble">
          <p>{common(`trouble.${outcome.trouble.kind}.title`)}.</p>
        </Told>
      );
    // Confirmed in the form.
    case "likely_duplicate":
      return null;
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
      return <Told tone="danger" name="notFound" />;
    case "own":
      return <Told tone="danger" name="own" />;
    case "not_own":
      return <Told tone="danger" name="notOwn" />;
    case "forbidden":
      return <Told tone="danger" name="forbidden" />;
    case "invalid":
      return <Told tone="danger" name="incomplete" />;
    case "cut_off":
      return <Told tone="warning" name="cutOff" />;
    case "signed_out":
      return <SignedOutNotice />;
  }
}

function RefundWords({ refund }: { refund: ApprovedRefundOutcome }) {
  const t = useTranslations("approvals");
  const common = useTranslations("common");
  switch (refund.kind) {
    case "accepted":
      return (
        <Told
          tone="success"
          name="accepted"
          action={{ href: paths.refund(refund.refundId), label: t("detail.follow") }}
        />
      );
    case "refused":
      return (
        <Told tone="danger" name="refused">
          <p>
            <ForeignText>{common("serviceSaid", { words: refund.message })}</ForeignText>
          </p>
        </Told>
      );
    case "unknown":
      return <Told tone="warning" name="unknown" />;
    case "not_sent":
      return (
        <Told tone="warning" name="notSent">
          <p>{common(`trouble.${refund.trouble.kind}.title`)}.</p>
        </Told>
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
  | "trouble"
  | "notFound"
  | "own"
  | "notOwn"
  | "forbidden"
  | "incomplete"
  | "cutOff";

type ToldProps = {
  tone: NoticeTone;
  name: Name;
  action?: { href: string; label: string };
  children?: ReactNode;
};

function Told({ tone, name, action, children }: ToldProps) {
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
