"use client";

import { Link } from "@/components/ui/link";
import { useTranslations } from "use-intl/react";
import { PaymentStateCell } from "@/components/payments/payment-state";
import { TestBadge } from "@/components/payments/test-badge";
import { Money } from "@/components/ui/money";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import { paths } from "@/lib/paths";
import { stateOfStatus } from "@/lib/payments/payment-state";
import type { PaymentView } from "@/lib/payments/payment-view";

/** The other attempts to pay the same order: one of them may have the money. */
export function RecordsPanel({ records, here }: { records: readonly PaymentView[]; here: string }) {
  const t = useTranslations("payment.records");
  return (
    <Panel title={t("title")}>
      <p className="text-sm text-ink-muted">{t("about", { n: records.length })}</p>
      {records.length > 1 && (
        <ol className="mt-2.5 divide-y divide-line border-t border-line">
          {records.map((record) => (
            <li key={record.transactionId} className="space-y-1 py-2.5">
              <div className="flex flex-wrap items-center justify-between gap-2">
                <span className="flex flex-wrap gap-1">
                  <PaymentStateCell
                    payment={{ ...record, state: record.state ?? stateOfStatus(record.status) }}
                  />
                  <TestBadge isTest={record.isTest} />
                </span>
                <Money amount={record.amount} currency={record.currency} className="text-sm font-medium" />
              </div>
              <p className="font-mono text-[0.8125rem] wrap-anywhere">
                {record.transactionId === here ? (
                  <span aria-current="page">{record.transactionId}</span>
                ) : (
                  <Link
                    href={paths.payment(record.transactionId, record.reference)}
                    className="touch-target inline-flex items-center text-accent underline-offset-2 hover:underline"
                  >
                    {record.transactionId}
                  </Link>
                )}
              </p>
              <p className="text-xs text-ink-muted">
                <Time iso={record.createdAt} />
                {record.transactionId === here && <> · {t("thisOne")}</>}
              </p>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
