"use client";

import { Link } from "@/components/ui/link";
import { useTranslations } from "use-intl/react";
import { OutsideRefunds } from "@/components/refunds/outside-refunds";
import { PARTS, PartsBar } from "@/components/refunds/parts-bar";
import { cx } from "@/components/ui/cx";
import { Money } from "@/components/ui/money";
import { displayAmount } from "@/lib/money";
import { paths } from "@/lib/paths";
import type { BalanceView } from "@/lib/refunds/balance-view";

type BalanceBarProps = { balance: BalanceView; awaitingApproval: string | null; currency: string };

/** paid = refunded + in progress + manual + requested + remaining balance, as lengths and as figures. */
export function BalanceBar({ balance, awaitingApproval, currency }: BalanceBarProps) {
  const t = useTranslations("payment.refunds");
  const format = (amount: string): string => displayAmount(amount, currency);
  const hasMore = balance.manual !== null || balance.requested !== null;
  return (
    <div>
      <PartsBar
        {...balance}
        label={t(balance.requested !== null ? "barParts" : balance.manual !== null ? "barManual" : "bar", {
          manual: format(balance.manual ?? "0.00"),
          requested: format(balance.requested ?? "0.00"),
          paid: format(balance.paid),
          refunded: format(balance.refunded),
          inProgress: format(balance.inProgress),
          left: format(balance.left),
        })}
      />
      <dl
        className={cx(
          "mt-2.5 grid grid-cols-2 gap-x-4 gap-y-2",
          hasMore ? "sm:grid-cols-3 xl:grid-cols-6" : "sm:grid-cols-4",
        )}
      >
        <Part name={t("paid")} amount={balance.paid} currency={currency} />
        {PARTS.map(({ name, swatch }) => {
          const amount = balance[name];
          if (amount === null) return null;
          return (
            <Part
              key={name}
              name={t(name === "requested" ? "byRequest" : name)}
              amount={amount}
              currency={currency}
              swatch={swatch}
            />
          );
        })}
      </dl>
      {awaitingApproval !== null && (
        <p className="mt-2 text-xs text-ink-muted">
          {t("awaiting", { amount: format(awaitingApproval) })}{" "}
          <Link href={paths.approvals()} className="text-accent underline underline-offset-2">
            {t("approvals")}
          </Link>
        </p>
      )}
      {balance.requested !== null && (
        <p className="mt-2 text-xs text-ink-muted">
          {t("heldByRequest", { amount: format(balance.requested) })}{" "}
          <Link href={paths.requests()} className="text-accent underline underline-offset-2">
            {t("requests")}
          </Link>
        </p>
      )}
      {balance.mayCountTwice !== null && (
        <p className="mt-2 text-xs text-ink-muted">
          {t("mayCountTwice", { amount: format(balance.mayCountTwice) })}
        </p>
      )}
      {balance.source === "ledger" && <p className="mt-2 text-xs text-ink-muted">{t("ledger")}</p>}
      <OutsideRefunds outside={balance.outside} currency={currency} className="mt-2" />
    </div>
  );
}

function Part({
  name,
  amount,
  currency,
  swatch,
}: {
  name: string;
  amount: string;
  currency: string;
  swatch?: string;
}) {
  return (
    <div className="min-w-0">
      <dt className="flex items-center gap-1.5 text-xs text-ink-muted">
        {swatch !== undefined && (
          <span
            aria-hidden
            className={cx("size-2.5 rounded-sm border border-line-strong forced-color-adjust-none", swatch)}
          />
        )}
        {name}
      </dt>
      <dd className="text-sm font-medium">
        <Money amount={amount} currency={currency} />
      </dd>
    </div>
  );
}
