"use client";

import { Link } from "@/components/ui/link";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { SignedOut } from "@/components/states/signed-out";
import { ServiceErrorNotice } from "@/components/live/service-error-notice";
import { PaymentStateBadge } from "@/components/payments/payment-state";
import { buttonClass } from "@/components/ui/button";
import { Money } from "@/components/ui/money";
import { Notice } from "@/components/ui/notice";
import { Time } from "@/components/ui/time";
import type { NewPaymentOutcome, ExistingPayment } from "@/lib/payments/new-payment-view";
import { paths } from "@/lib/paths";
import { stateOfStatus } from "@/lib/payments/payment-state";

type OutcomeNoticeProps = {
  /** Null when the browser lost the connection to Paydeck. */
  outcome: Exclude<NewPaymentOutcome, { kind: "created" }> | null;
  /** What the user can do about a request of unknown outcome. */
  actions: ReactNode;
};

/** Why there is no link: what happened, what it means for the money, what to do next. */
export function OutcomeNotice({ outcome, actions }: OutcomeNoticeProps) {
  const t = useTranslations("createPayment");
  const common = useTranslations("common");
  if (outcome === null) {
    return (
      <Notice tone="warning" role="alert" title={t("lost.title")} actions={actions}>
        <p>{t("lost.body")}</p>
        <p>{t("unknown.next")}</p>
      </Notice>
    );
  }
  switch (outcome.kind) {
    case "invalid":
      return (
        <Notice
          tone="danger"
          role="alert"
          title={t("invalid.title", { n: Object.keys(outcome.problems).length })}
        >
          <p>{t("invalid.body")}</p>
          {outcome.others.map((words) => (
            <p key={words}>{common("serviceSaid", { words })}</p>
          ))}
        </Notice>
      );
    case "failed":
      return (
        <Notice
          tone="danger"
          role="alert"
          title={t("failed.title")}
          actions={<SearchLink reference={outcome.reference} />}
        >
          <p>{common("serviceSaid", { words: outcome.message })}</p>
          <p>{t("failed.body")}</p>
          {outcome.transactionId !== null && <p>{t("failed.record", { id: outcome.transactionId })}</p>}
          <p>{t("failed.next", { reference: outcome.reference })}</p>
        </Notice>
      );
    case "exists":
      return (
        <Notice
          tone="warning"
          role="alert"
          title={t("exists.title")}
          actions={<SearchLink reference={outcome.reference} />}
        >
          <p>{t("exists.body", { reference: outcome.reference })}</p>
          {outcome.wasUnknown && <p>{t("exists.ours")}</p>}
          <ExistingPaymentLine existing={outcome.existing} />
        </Notice>
      );
    case "refused":
      return (
        <Notice tone="danger" role="alert" title={t("refused.title")}>
          {outcome.message !== "" && <p>{common("serviceSaid", { words: outcome.message })}</p>}
          <p>{t("refused.body")}</p>
        </Notice>
      );
    case "unknown":
      return (
        <Notice
          tone="warning"
          role="alert"
          title={t("unknown.title")}
          actions={
            <>
              {actions}
              <SearchLink reference={outcome.reference} />
            </>
          }
        >
          <p>{t("unknown.body")}</p>
          <p>{t(EXISTING_WORDS[outcome.existing.kind])}</p>
          <ExistingPaymentLine existing={outcome.existing} />
          <p>{t("unknown.next")}</p>
        </Notice>
      );
    case "not_sent":
      return (
        <div className="space-y-3">
          <Notice tone="warning" role="alert" title={t("notSent.title")}>
            <p>{t("notSent.body")}</p>
          </Notice>
          <ServiceErrorNotice serviceError={outcome.serviceError} />
        </div>
      );
    case "forbidden":
      return (
        <Notice tone="danger" role="alert" title={t("forbidden.title")}>
          <p>{t("forbidden.body")}</p>
        </Notice>
      );
    case "signed_out":
      return <SignedOut />;
  }
}

const EXISTING_WORDS = {
  found: "unknown.found",
  absent: "unknown.absent",
  not_known: "unknown.notKnown",
} as const satisfies Record<ExistingPayment["kind"], string>;

function ExistingPaymentLine({ existing }: { existing: ExistingPayment }) {
  const t = useTranslations("createPayment");
  if (existing.kind !== "found") return null;
  const { payment } = existing;
  return (
    <p role="group" aria-label={t("existing")} className="flex flex-wrap items-center gap-x-2.5 gap-y-1 py-1">
      <PaymentStateBadge state={stateOfStatus(payment.status)} />
      <Money amount={payment.amount} currency={payment.currency} className="font-medium" />
      <Time iso={payment.createdAt} />
      <Link
        href={paths.payment(payment.transactionId, payment.reference)}
        className="font-mono text-[0.8125rem] wrap-anywhere text-accent underline-offset-2 hover:underline"
      >
        {payment.transactionId}
      </Link>
    </p>
  );
}

function SearchLink({ reference }: { reference: string }) {
  const t = useTranslations("createPayment");
  return (
    <Link href={paths.payments(reference)} className={buttonClass("secondary", "sm")}>
      {t("search")}
    </Link>
  );
}
