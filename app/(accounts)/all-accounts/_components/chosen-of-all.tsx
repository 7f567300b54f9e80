"use client";

import { useTranslations } from "use-intl/react";
import { AccountMark } from "@/components/accounts/account-mark";
import { handOver } from "@/components/accounts/hand-over";
import { actionsOf, type BulkAction, bulkRowsOf, possibleFor, shareOf } from "@/components/bulk/bulk-actions";
import { Button } from "@/components/ui/button";
import { SELECTION_ACTIONS } from "@/components/ui/to-selection";
import { roleAllows } from "@/lib/can";
import type { ChosenPayments } from "./chosen-payments";

type ChosenOfAllProps = { chosen: readonly ChosenPayments[]; personId: string };

/**
 * Shows what one may do in each account with the payments chosen of it. Each action opens that account, where it is
 * checked and confirmed (decision 0303).
 */
export function ChosenOfAll({ chosen, personId }: ChosenOfAllProps) {
  const t = useTranslations("allAccounts.search");
  if (chosen.length === 0) return null;
  return (
    <div
      {...SELECTION_ACTIONS}
      className="divide-y divide-line rounded-lg border border-line bg-surface text-sm"
    >
      {chosen.map((ofAccount) => (
        <div
          key={ofAccount.account.slug ?? ""}
          role="group"
          aria-label={t("choose.actions", { name: ofAccount.account.name })}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2"
        >
          <ChosenInAccount {...ofAccount} personId={personId} />
        </div>
      ))}
    </div>
  );
}

function ChosenInAccount({ account, role, payments, personId }: ChosenPayments & { personId: string }) {
  const t = useTranslations("findLines");
  const bulk = useTranslations("common.inBulk");
  const to = { slug: account.slug, personId };
  const inBulk = ({ kind }: BulkAction, rows: string): void => handOver(to, { to: "bulk", kind, rows });
  const request = (): void =>
    handOver(to, {
      to: "requests",
      payments: payments.map(({ reference, transactionId }) => ({ reference, transactionId })),
    });
  return (
    <>
      <AccountMark name={account.name} colour={account.colour} />
      <span role="status" className="mr-auto text-ink-muted">
        {t("choose.chosen", { n: payments.length })}
      </span>
      <span className="flex flex-wrap gap-2">
        {actionsOf(role).map((action) => {
          const possible = possibleFor(action, payments);
          if (possible.length === 0) return null;
          return (
            <Button key={action.kind} size="sm" onClick={() => inBulk(action, bulkRowsOf(action, possible))}>
              {bulk(action.kind, shareOf(possible, payments))}
            </Button>
          );
        })}
        {roleAllows(role, "request_refund") && (
          <Button size="sm" variant="primary" onClick={request}>
            {t("choose.request")}
          </Button>
        )}
      </span>
    </>
  );
}
