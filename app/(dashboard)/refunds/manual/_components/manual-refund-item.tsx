"use client";

import { useLocale, useTranslations } from "use-intl/react";
import { ManualRefundBadge } from "@/components/manual-refunds/manual-refund-badge";
import { TestBadge } from "@/components/payments/test-badge";
import { Link } from "@/components/ui/link";
import { Money } from "@/components/ui/money";
import { ForeignText, Sentence } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import { formatDay } from "@/components/ui/time-format";
import type { ManualRefundView } from "@/lib/manual-refunds/manual-refund-views";
import { paths } from "@/lib/paths";
import { reasonText } from "@/lib/reasons/reason";
import { ManualRefundSteps } from "./manual-refund-steps";
import type { ShownStepOutcome } from "./use-manual-refund-step";

type ManualRefundItemProps = {
  refund: ManualRefundView;
  /** The viewer may record manual refunds. */
  mayDecide: boolean;
  /** And approve refunds, which confirming and voiding takes as well. */
  mayApprove: boolean;
  /** The payment's own page does not repeat the reference. */
  isOnPayment: boolean;
  onChanged: (outcome: ShownStepOutcome) => void;
};

/** What was returned, how, and who says so; with the buttons of who may confirm, decline, withdraw or void it. */
export function ManualRefundItem(props: ManualRefundItemProps) {
  const { refund, mayDecide, mayApprove, isOnPayment, onChanged } = props;
  const t = useTranslations("manualRefunds");
  const locale = useLocale();
  const { decided, voidProposed, voided, state, reason, note } = refund;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 py-3">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
        <ManualRefundBadge state={state} />
        <span className="text-sm font-medium">{t(`method.${refund.method}`)}</span>
        {!isOnPayment && (
          <Link
            href={paths.payment(refund.transactionId, refund.reference)}
            className="inline-flex min-w-0 touch-target items-center text-sm font-medium text-accent underline-offset-2 hover:underline"
          >
            <ForeignText>{refund.reference}</ForeignText>
          </Link>
        )}
        {!isOnPayment && <TestBadge isTest={refund.isTest} />}
      </div>
      <Money amount={refund.amount} currency={refund.currency} className="text-right font-semibold" />
      <p className="col-span-2 text-sm">
        {t("paidOn", { day: formatDay(refund.paidOn, locale) })}
        {" · "}
        {t("transferReference")}:{" "}
        <span className="inline-block max-w-full font-mono text-[0.8125rem] wrap-anywhere">
          <ForeignText>{refund.transferReference}</ForeignText>
        </span>
      </p>
      {(reason !== null || note !== null) && (
        <p className="col-span-2 text-sm text-ink-muted">
          <ForeignText>{reasonText(reason ?? "", note ?? "")}</ForeignText>
        </p>
      )}
      <p className="col-span-2 text-xs text-ink-muted">
        <Sentence>{t("recordedBy", { person: refund.recordedBy })}</Sentence>
        {" · "}
        <Time iso={refund.recordedAt} />
      </p>
      {decided !== null && (
        <p className="col-span-2 text-xs text-ink-muted">
          <Sentence>
            {t(`decidedBy.${state === "VOIDED" || state === "VOIDING" ? "CONFIRMED" : state}`, {
              person: decided.by,
            })}
          </Sentence>
          {" · "}
          <Time iso={decided.at} />
          <Reason text={decided.reason} />
        </p>
      )}
      {voidProposed !== null && (
        <p className="col-span-2 text-xs text-ink-muted">
          <Sentence>{t("decidedBy.VOIDING", { person: voidProposed.by })}</Sentence>
          {" · "}
          <Time iso={voidProposed.at} />
          <Reason text={voidProposed.reason} />
        </p>
      )}
      {voided !== null && (
        <p className="col-span-2 text-xs text-ink-muted">
          <Sentence>{t("decidedBy.VOIDED", { person: voided.by })}</Sentence>
          {" · "}
          <Time iso={voided.at} />
          <Reason text={voidProposed === null ? voided.reason : null} />
        </p>
      )}
      {mayDecide && <ManualRefundSteps refund={refund} mayApprove={mayApprove} onChanged={onChanged} />}
    </li>
  );
}

function Reason({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <>
      {" · "}
      <ForeignText>{text}</ForeignText>
    </>
  );
}
