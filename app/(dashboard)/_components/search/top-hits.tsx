"use client";

import { Layers } from "lucide-react";
import { useTranslations } from "use-intl/react";
import { PaymentStateBadge } from "@/components/payments/payment-state";
import { Kbd } from "@/components/ui/kbd";
import { Link } from "@/components/ui/link";
import { Money } from "@/components/ui/money";
import { ForeignText } from "@/components/ui/text";
import { RowTime } from "@/components/ui/time";
import { withAccount } from "@/lib/accounts/address";
import type { PaymentListItem } from "@/lib/payments/payment-list-views";
import { mayBeContact } from "@/lib/payments/search-terms";
import { paths } from "@/lib/paths";
import { stillMeant, useTopHits } from "./use-top-hits";

type TopHitsProps = { typed: string; hasAccounts: boolean };

/** What the typed text finds, below the field. */
export function TopHits({ typed, hasAccounts }: TopHitsProps) {
  const found = useTopHits(typed);
  const payments = found === null ? null : stillMeant(found, typed);
  return <TopHitsView typed={typed} hasAccounts={hasAccounts} payments={payments} />;
}

type TopHitsViewProps = TopHitsProps & { payments: readonly PaymentListItem[] | null };

export function TopHitsView({ typed, hasAccounts, payments }: TopHitsViewProps) {
  const t = useTranslations("search");
  return (
    <>
      <ul>
        {(payments ?? []).map((payment) => (
          <li key={payment.transactionId}>
            <Link
              href={paths.payment(payment.transactionId, payment.reference)}
              className="flex min-h-10 items-center border-t border-line-soft px-3 hover:bg-hover focus:bg-accent-soft focus:outline-none"
            >
              <Hit payment={payment} />
            </Link>
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {payments !== null && t("hits", { n: payments.length })}
      </p>
      <p className="flex min-h-10 items-center gap-4 rounded-b-lg border-t border-line bg-sunken px-3 text-xs text-ink-muted">
        <span aria-hidden className="flex items-center gap-1 pointer-coarse:hidden">
          <Kbd>↓</Kbd> {t("key.choose")} <span className="w-1.5" />
          <Kbd>Enter</Kbd> {t("key.search")}
        </span>
        {hasAccounts && (
          // Another account is another load of the page, and no address names a contact.
          <a
            href={withAccount(null, paths.allAccountsSearch(mayBeContact(typed) ? {} : { reference: typed }))}
            className="ml-auto flex touch-target items-center gap-1.5 font-medium underline-offset-2 hover:underline"
          >
            <Layers aria-hidden className="size-3.5" />
            {t("allAccounts")}
          </a>
        )}
      </p>
    </>
  );
}

/** A payment in one line: where its money is, how much, which order and when. */
export function Hit({ payment }: { payment: PaymentListItem }) {
  return (
    <span className="flex min-w-0 grow items-center gap-3 text-sm max-sm:flex-wrap max-sm:gap-y-0 max-sm:py-1">
      <span className="shrink-0 sm:w-36">
        <PaymentStateBadge state={payment.state} isPlain />
      </span>
      <Money
        amount={payment.amount}
        currency={payment.currency}
        className="shrink-0 text-right font-semibold sm:w-24"
      />
      <ForeignText className="min-w-0 grow truncate">{payment.reference}</ForeignText>
      <span className="shrink-0 text-ink-muted">
        <RowTime iso={payment.createdAt} />
      </span>
    </span>
  );
}
