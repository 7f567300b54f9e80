"use client";

import { Link } from "@/components/ui/link";
import { useTranslations } from "use-intl/react";
import { PaidLateBadge } from "@/components/refunds/paid-late-badge";
import { loadManualRefundForm } from "@/app/(dashboard)/payments/_components/manual-refund-dialog";
import { RefundFailure } from "@/components/refunds/refund-failure";
import { RefundIntentBadge } from "@/components/refunds/refund-intent-badge";
import { RefundStatusBadge } from "@/components/refunds/refund-status";
import { Button } from "@/components/ui/button";
import { Money } from "@/components/ui/money";
import { Panel } from "@/components/ui/panel";
import { EmptyValue, ForeignText } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import { displayAmount } from "@/lib/money";
import type { PaymentDetailView, PaymentRefundView } from "@/lib/payments/payment-detail-view";
import { paths } from "@/lib/paths";
import { nextStepAfter } from "@/lib/refunds/refund-failure";
import type { RefundIntentView } from "@/lib/refunds/refund-intent-view";
import { BalanceBar } from "./balance-bar";

const MOST_TOLD = 200;

type RefundsPanelProps = {
  detail: PaymentDetailView;
  /** Opens the form filled in from a failed refund; null for those who cannot refund the payment. */
  onAgain: ((refundId: string) => void) | null;
  /** Records a refund made without a gateway; null for those who may not. */
  onManual: (() => void) | null;
};

/** Refunded, in progress and remaining balance, with every refund behind them. */
export function RefundsPanel({ detail, onAgain, onManual }: RefundsPanelProps) {
  const t = useTranslations("payment.refunds");
  const { payment, balance, refunds, openIntents } = detail;
  const isEmpty = refunds.length === 0 && openIntents.length === 0;
  return (
    <Panel
      title={t("title")}
      aside={
        onManual !== null && (
          <Button size="sm" variant="ghost" onPointerEnter={loadManualRefundForm} onClick={onManual}>
            {t("recordManual")}
          </Button>
        )
      }
    >
      {balance !== null && (
        <BalanceBar
          balance={balance}
          awaitingApproval={detail.awaitingApproval}
          currency={payment.currency}
        />
      )}
      {/* What a request or an approval holds is told by the balance. */}
      {balance !== null && balance.left === balance.paid && isEmpty && (
        <p className="mt-3 text-sm text-ink-muted">{t(balance.source === "ledger" ? "noneHere" : "none")}</p>
      )}
      {!isEmpty && (
        <ul aria-label={t("list")} className="mt-3.5 divide-y divide-line border-t border-line">
          {openIntents.map((intent) => (
            <OpenIntent key={intent.intentId} intent={intent} />
          ))}
          {refunds.map((refund) => (
            <Refund
              key={refund.refundId}
              refund={refund}
              currency={payment.currency}
              onAgain={onAgain}
              onManual={onManual}
            />
          ))}
        </ul>
      )}
      {refunds.length >= MOST_TOLD && (
        <p className="mt-2 text-xs text-ink-muted">{t("noteMany", { n: MOST_TOLD })}</p>
      )}
    </Panel>
  );
}

const LINE = "grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 py-2.5";

function Refund({
  refund,
  currency,
  onAgain,
  onManual,
}: Pick<RefundsPanelProps, "onAgain" | "onManual"> & { refund: PaymentRefundView; currency: string }) {
  const t = useTranslations("payment.refunds");
  const hasFailed = refund.status === "FAILURE" && !refund.wasPaidLate;
  const next = hasFailed ? nextStepAfter(refund.failure) : null;
  return (
    <li className={LINE}>
      <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
        <RefundStatusBadge status={refund.status} isPlain />
        {refund.wasPaidLate && <PaidLateBadge />}
        <Link
          href={paths.refund(refund.refundId)}
          className="font-mono text-[0.8125rem] font-medium wrap-anywhere text-accent underline-offset-2 hover:underline"
        >
          {refund.refundId}
        </Link>
      </div>
      <Money amount={refund.amount} currency={currency} className="text-right font-semibold" />
      <RequestLine
        at={refund.requestedAt}
        by={refund.requestedBy === null ? t("elsewhere") : t("byPerson", { person: refund.requestedBy })}
        reason={refund.reason}
      />
      {refund.failure !== null && !refund.wasPaidLate && (
        <p className="col-span-2 text-xs wrap-anywhere">
          <RefundFailure failure={refund.failure} isOpen={!hasFailed} />
        </p>
      )}
      {onManual !== null && next === "manual" && (
        <Button
          size="sm"
          onPointerEnter={loadManualRefundForm}
          onClick={onManual}
          className="col-span-2 mt-1 justify-self-start"
        >
          {t("recordManual")}
        </Button>
      )}
      {onAgain !== null && next === "again" && (
        <Button
          size="sm"
          aria-label={t("againNamed", { amount: displayAmount(refund.amount, currency) })}
          onClick={() => onAgain(refund.refundId)}
          className="col-span-2 mt-1 justify-self-start"
        >
          {t("again")}
        </Button>
      )}
    </li>
  );
}

function OpenIntent({ intent }: { intent: RefundIntentView }) {
  const t = useTranslations("payment.refunds");
  return (
    <li className={LINE}>
      <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
        <RefundIntentBadge intent={intent} isPlain />
        <span className="text-sm">
          <EmptyValue>{t("noId")}</EmptyValue>
        </span>
      </div>
      <Money amount={intent.amount} currency={intent.currency} className="text-right font-semibold" />
      <RequestLine
        at={intent.requestedAt}
        by={t("byPerson", { person: intent.requestedBy })}
        reason={intent.reason}
      />
      {intent.state === "UNKNOWN" && <p className="col-span-2 text-xs text-ink-muted">{t("reserved")}</p>}
    </li>
  );
}

function RequestLine({ at, by, reason }: { at: string; by: string; reason: string | null }) {
  return (
    <p className="col-span-2 text-xs text-ink-muted">
      <Time iso={at} /> <bdi className="wrap-anywhere">{by}</bdi>
      {reason !== null && reason !== "" && (
        <>
          {" · "}
          <ForeignText>{reason}</ForeignText>
        </>
      )}
    </p>
  );
}
