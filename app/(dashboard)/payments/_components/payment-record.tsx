"use client";

import { Link } from "@/components/ui/link";
import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl/react";
import { MaskedCustomer } from "@/components/payments/masked-customer";
import { PaymentStateBadge, PaymentStateMeaning } from "@/components/payments/payment-state";
import { TestBadge } from "@/components/payments/test-badge";
import { PartsBar } from "@/components/refunds/parts-bar";
import { CopyableId } from "@/components/ui/copyable-id";
import { cx } from "@/components/ui/cx";
import { FactColumn, FactColumns } from "@/components/ui/facts";
import { Money } from "@/components/ui/money";
import { Notice } from "@/components/ui/notice";
import { openOwnLink } from "@/components/ui/open-link";
import { EmptyValue, ForeignText } from "@/components/ui/text";
import { Age, Time } from "@/components/ui/time";
import type { Role } from "@/lib/can";
import { displayAmount } from "@/lib/money";
import { paths } from "@/lib/paths";
import { stateOfStatus } from "@/lib/payments/payment-state";
import type { PaymentMore, PaymentView } from "@/lib/payments/payment-view";
import { RecordActions, type RecordActionsProps } from "./record-actions";

type PaymentRecordProps = Omit<RecordActionsProps, "payment" | "role" | "left"> & {
  payment: PaymentView;
  role: Role;
  wasJustCancelled: boolean;
};

export function PaymentRecord({ payment, role, wasJustCancelled, ...actions }: PaymentRecordProps) {
  const t = useTranslations("payments");
  const { state = stateOfStatus(payment.status) } = payment;
  return (
    <article
      aria-label={payment.transactionId}
      onClick={openOwnLink}
      onAuxClick={openOwnLink}
      className={cx(
        "cursor-pointer rounded-lg border bg-surface hover:border-line-strong",
        payment.isLatest ? "border-line shadow-raised" : "border-line/70",
      )}
    >
      <header className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5 px-4 pt-3.5 sm:px-5">
        <PaymentStateBadge state={state} />
        <TestBadge isTest={payment.isTest} />
        {payment.isLatest && (
          <span className="rounded-sm border border-line px-1.5 text-xs font-medium text-ink-muted">
            {t("record.latest")}
          </span>
        )}
        <span className="order-last basis-full text-sm text-ink-muted sm:order-none sm:basis-auto">
          <PaymentStateMeaning state={state} currency={payment.currency} />
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
              data-opens
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
          {payment.more !== undefined && <MoreFacts more={payment.more} />}
          <UdfFacts udf={payment.udf} />
        </FactColumns>
        {payment.more !== undefined && payment.status === "SUCCESS" && (
          <RefundedBar more={payment.more} paid={payment.amount} currency={payment.currency} />
        )}
      </div>
      {wasJustCancelled && <CancelledNotice />}
      <RecordActions payment={payment} role={role} left={payment.more?.left ?? null} {...actions} />
    </article>
  );
}

function MoreFacts({ more }: { more: PaymentMore }) {
  const t = useTranslations("payments");
  const methodName = useTranslations("common.methodName");
  const method = more.method === null ? null : methodName(more.method);
  const route = [method, more.gateway].filter((part) => part !== null);
  return (
    <>
      <FactColumn name={`${t("list.column.method")} · ${t("list.column.gateway")}`}>
        {route.length === 0 ? <EmptyValue>–</EmptyValue> : route.join(" · ")}
      </FactColumn>
      {more.customer !== null && (
        <FactColumn name={t("list.column.customer")}>
          <MaskedCustomer customer={more.customer} />
        </FactColumn>
      )}
    </>
  );
}

type RefundedBarProps = { more: PaymentMore; paid: string; currency: string };

/** How much of a paid payment was refunded, by its gateway and by manual refunds. */
function RefundedBar({ more, paid, currency }: RefundedBarProps) {
  const t = useTranslations("payments");
  const { refunded, inProgress, manual, left } = more;
  const words = t(manual === null ? "record.balance" : "record.balanceManual", {
    refunded: displayAmount(refunded, currency),
    inProgress: displayAmount(inProgress, currency),
    manual: displayAmount(manual ?? "0.00", currency),
    left: displayAmount(left, currency),
  });
  return (
    <div className="mt-3 max-w-xl">
      <PartsBar
        label={words}
        paid={paid}
        refunded={refunded}
        inProgress={inProgress}
        manual={manual}
        left={left}
      />
      <p aria-hidden className="mt-1 text-xs text-ink-muted tabular-nums">
        {words}
      </p>
    </div>
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
