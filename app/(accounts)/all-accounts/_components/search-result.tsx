import { translator } from "@/components/i18n/server";
import { AccountMark } from "@/components/accounts/account-mark";
import { PaymentStatusBadge } from "@/components/payments/payment-status";
import { TestBadge } from "@/components/payments/test-badge";
import { Money } from "@/components/ui/money";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import type { AccountChoice } from "@/lib/accounts/account-views";
import { withAccount } from "@/lib/accounts/address";
import type { Reading } from "@/lib/all-accounts/views";
import type { PaymentView } from "@/lib/payments/payment-view";
import { paths } from "@/lib/paths";
import { ReadingNote } from "./reading-note";

type SearchResultProps = { account: AccountChoice; found: Reading<PaymentView[]> };

/** What one account has under a merchant reference: its payments, none, or why that is not known. */
export async function SearchResult({ account, found }: SearchResultProps) {
  const t = await translator("allAccounts");
  return (
    <Panel title={<AccountMark name={account.name} colour={account.colour} />}>
      {found.kind !== "read" ? (
        <ReadingNote gap={found.kind} />
      ) : found.value.length === 0 ? (
        <p className="text-sm text-ink-muted">{t("search.none")}</p>
      ) : (
        <ul className="divide-y divide-line">
          {found.value.map((payment) => (
            <li key={payment.transactionId} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
              <a
                href={withAccount(account.slug, paths.payment(payment.transactionId, payment.reference))}
                className="touch-target font-mono text-sm text-accent wrap-anywhere underline underline-offset-2"
              >
                {payment.transactionId}
              </a>
              <PaymentStatusBadge status={payment.status} />
              <TestBadge isTest={payment.isTest} />
              <Money amount={payment.amount} currency={payment.currency} className="font-medium" />
              <span className="text-sm text-ink-muted">
                <Time iso={payment.createdAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
