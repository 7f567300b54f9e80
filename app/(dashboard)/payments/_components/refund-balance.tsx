"use client";

import { useTranslations } from "use-intl/react";
import { displayAmount, displayMoney } from "@/lib/money";
import { OutsideRefunds } from "@/components/refunds/outside-refunds";
import { Money } from "@/components/ui/money";
import { cx } from "@/components/ui/cx";
import type { BalanceView } from "@/lib/refunds/balance-view";

type RefundBalanceProps = {
  balance: BalanceView;
  currency: string;
  /** The remaining balance after the amount being typed; null while it is invalid, absent without a form. */
  afterPaise?: bigint | null;
};

/** Shows paid − refunded − in progress − manual refunds − requested = remaining balance as a calculation. */
export function RefundBalance({ balance, currency, afterPaise }: RefundBalanceProps) {
  const t = useTranslations("refund");
  return (
    <div className="rounded bg-sunken px-3 py-2.5 text-sm">
      <dl className="space-y-0.5">
        <Line name={t("balance.paid")} amount={balance.paid} currency={currency} />
        <Line sign="−" name={t("balance.refunded")} amount={balance.refunded} currency={currency} />
        <Line sign="−" name={t("balance.inProgress")} amount={balance.inProgress} currency={currency} />
        {balance.manual !== null && (
          <Line sign="−" name={t("balance.manual")} amount={balance.manual} currency={currency} />
        )}
        {balance.requested !== null && (
          <Line sign="−" name={t("balance.requested")} amount={balance.requested} currency={currency} />
        )}
        <Line sign="=" name={t("balance.left")} amount={balance.left} currency={currency} isSum />
      </dl>
      {afterPaise !== undefined && (
        <p className="mt-1.5 flex justify-between gap-4 text-ink-muted" aria-live="polite">
          <span>{t("balance.after")}</span>
          <span className="tabular-nums">
            {afterPaise === null ? "–" : displayMoney(afterPaise, currency)}
          </span>
        </p>
      )}
      {balance.mayCountTwice !== null && (
        <p className="mt-1.5 text-xs text-ink-muted">
          {t("balance.mayCountTwice", { amount: displayAmount(balance.mayCountTwice, currency) })}
        </p>
      )}
      {balance.source === "ledger" && <p className="mt-1.5 text-xs text-ink-muted">{t("balance.ledger")}</p>}
      <OutsideRefunds outside={balance.outside} currency={currency} className="mt-1.5" />
    </div>
  );
}

type LineProps = { sign?: string; name: string; amount: string; currency: string; isSum?: boolean };

function Line({ sign, name, amount, currency, isSum = false }: LineProps) {
  return (
    <div
      className={cx(
        "flex items-baseline justify-between gap-4",
        isSum && "mt-1.5! border-t border-line-strong pt-1.5 text-base font-semibold",
      )}
    >
      <dt className="flex">
        <span className="w-4 text-ink-muted">{sign ?? "\u00a0"}</span>
        {name}
      </dt>
      <dd>
        <Money amount={amount} currency={currency} />
      </dd>
    </div>
  );
}
