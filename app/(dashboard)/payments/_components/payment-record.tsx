"use client";

import { Link } from "@/components/ui/link";
import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl/react";
import { PaymentStatusBadge } from "@/components/payments/payment-status";
import { PaymentStatusMeaning } from "@/components/payments/payment-status-meaning";
import { TestBadge } from "@/components/payments/test-badge";
import { CopyableId } from "@/components/ui/copyable-id";
import { cx } from "@/components/ui/cx";
import { FactColumn, FactColumns } from "@/components/ui/facts";
import { Money } from "@/components/ui/money";
import { Notice } from "@/components/ui/notice";
import { EmptyValue, ForeignText } from "@/components/ui/text";
import { Age, Time } from "@/components/ui/time";
import type { Role } from "@/lib/can";
import { paths } from "@/lib/paths";
import type { PaymentView } from "@/lib/payments/payment-view";
import { RecordActions, type RecordActionsProps } from "./record-actions";

type PaymentRecordProps = Omit<RecordActionsProps, "payment" | "role"> & {
  payment: PaymentView;
  role: Role;
  wasJustCancelled: boolean;
};

export function PaymentRecord({ payment, role, wasJustCancelled, ...actions }: PaymentRecordProps) {
  const t = useTranslations("payments");
  return (
    <article
      aria-label={payment.transactionId}
      className={cx(
        "rounded-lg border bg-surface",
        payment.isLatest ? "border-line shadow-raised" : "border-line/70",
      )}
    >
      <header className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5 px-4 pt-3.5 sm:px-5">
        <PaymentStatusBadge status={payment.status} />
        <TestBadge isTest={payment.isTest} />
        {payment.isLatest && (
          <span className="rounded-sm border border-line px-1.5 text-xs font-medium text-ink-muted">
            {t("record.latest")}
          </span>
        )}
        <span className="order-last basis-full text-sm text-ink-muted sm:order-none sm:basis-auto">
          <PaymentStatusMeaning status={payment.status} />
        </span>
        <Money
          amount={payment.amount}
          currency={payment.currency}
          className="ml-auto text-lg font-semibold"
        />
      </header>
      <div className="px-4 pt-3 pb-3.5 sm:px-5">
        <FactColumns>
          <FactColumn name={t("record.transactionId")}>
            <CopyableId id={payment.transactionId} what={t("record.what.transaction")} />{" "}
            <Link
              href={paths.payment(payment.transactionId, payment.reference)}
              aria-label={t("record.openNamed", { id: payment.transactionId })}
              className="font-medium whitespace-nowrap text-accent underline-offset-2 hover:underline"
            >
              {t("record.open")}
            </Link>
          </FactColumn>
          <FactColumn name={t("record.created")}>
            <Time iso={payment.createdAt} />{" "}
            <span className="text-ink-muted">
              <Age iso={payment.createdAt} />
            </span>
          </FactColumn>
          <FactColumn name={t("record.gatewayId")}>
            {payment.gatewayTransactionId === null ? (
              <EmptyValue>{t("record.notAssigned")}</EmptyValue>
            ) : (
              <CopyableId id={payment.gatewayTransactionId} what={t("record.what.gateway")} />
            )}
          </FactColumn>
          <UdfFacts udf={payment.udf} />
        </FactColumns>
      </div>
      {wasJustCancelled && <CancelledNotice />}
      <RecordActions payment={payment} role={role} {...actions} />
    </article>
  );
}

/** Only the fields that the merchant filled in: most leave them empty. */
function UdfFacts({ udf }: { udf: PaymentView["udf"] }) {
  return (["udf1", "udf2", "udf3"] as const).map((field) => {
    const value = udf[field];
    if (value === null || value === "") return null;
    return (
      <FactColumn key={field} name={field}>
        <ForeignText>{value}</ForeignText>
      </FactColumn>
    );
  });
}

/** The pressed button is disabled now, so focus moves to the outcome. */
function CancelledNotice() {
  const t = useTranslations("payments");
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} className="px-4 pb-3.5 outline-none sm:px-5">
      <Notice tone="success" title={t("record.cancelled.title")}>
        <p>{t("record.cancelled.body")}</p>
      </Notice>
    </div>
  );
}
