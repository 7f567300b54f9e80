"use client";

import { Link } from "@/components/ui/link";
import { useTranslations } from "use-intl/react";
import { cx } from "@/components/ui/cx";
import { Money } from "@/components/ui/money";
import { displayAmount, formatPaise, parseAmount } from "@/lib/money";
import { paths } from "@/lib/paths";
import type { BalanceView } from "@/lib/refunds/balance-view";

const PARTS = [
  { name: "refunded", look: "bg-accent-solid" },
  // Striped: in progress must differ from refunded by more than colour.
  {
    name: "inProgress",
    look: "bg-[repeating-linear-gradient(135deg,var(--warning)_0_4px,var(--warning-soft)_4px_8px)]",
  },
  { name: "left", look: "bg-sunken" },
] as const;

type BalanceBarProps = { balance: BalanceView; awaitingApproval: string | null; currency: string };

/** paid = refunded + in progress + remaining balance, as lengths and as figures. */
export function BalanceBar({ balance, awaitingApproval, currency }: BalanceBarProps) {
  const t = useTranslations("payment.refunds");
  const format = (amount: string): string => displayAmount(amount, currency);
  return (
    <div>
      <div
        role="img"
        aria-label={t("bar", {
          paid: format(balance.paid),
          refunded: format(balance.refunded),
          inProgress: format(balance.inProgress),
          left: format(balance.left),
        })}
        className="flex h-3 overflow-hidden rounded-full border border-line-strong"
      >
        {PARTS.map(({ name, look }) => (
          <span key={name} className={look} style={{ width: `${percentOf(balance[name], balance.paid)}%` }} />
        ))}
      </div>
      <dl className="mt-2.5 grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-4">
        <Part name={t("paid")} amount={balance.paid} currency={currency} />
        {PARTS.map(({ name, look }) => (
          <Part key={name} name={t(name)} amount={balance[name]} currency={currency} look={look} />
        ))}
      </dl>
      {awaitingApproval !== null && (
        <p className="mt-2 text-xs text-ink-muted">
          {t("awaiting", { amount: format(awaitingApproval) })}{" "}
          <Link href={paths.approvals()} className="text-accent underline-offset-2 hover:underline">
            {t("approvals")}
          </Link>
        </p>
      )}
      {balance.mayCountTwice !== null && (
        <p className="mt-2 text-xs text-ink-muted">
          {t("mayCountTwice", { amount: format(balance.mayCountTwice) })}
        </p>
      )}
      {balance.source === "ledger" && <p className="mt-2 text-xs text-ink-muted">{t("ledger")}</p>}
    </div>
  );
}

function Part({
  name,
  amount,
  currency,
  look,
}: {
  name: string;
  amount: string;
  currency: string;
  look?: string;
}) {
  return (
    <div className="min-w-0">
      <dt className="flex items-center gap-1.5 text-xs text-ink-muted">
        {look !== undefined && (
          <span aria-hidden className={cx("size-2.5 rounded-sm border border-line-strong", look)} />
        )}
        {name}
      </dt>
      <dd className="text-sm font-medium">
        <Money amount={amount} currency={currency} />
      </dd>
    </div>
  );
}

/** A percentage with two decimals, computed in paise. */
function percentOf(part: string, whole: string): string {
  const [of, all] = [parseAmount(part), parseAmount(whole)];
  if (!of.ok || !all.ok || all.value === 0n) return "0";
  return formatPaise((of.value * 10_000n) / all.value);
}
