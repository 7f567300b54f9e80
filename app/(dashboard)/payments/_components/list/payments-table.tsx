"use client";

import { Link } from "@/components/ui/link";
import { useTranslations } from "use-intl/react";
import { arrangeColumns, type ListColumns } from "@/components/lists/arrange-columns";
import { useColumnResize } from "@/components/lists/use-column-resize";
import { MaskedCustomer } from "@/components/payments/masked-customer";
import { PaymentStateCell } from "@/components/payments/payment-state";
import { TestBadge } from "@/components/payments/test-badge";
import { type Choice, choiceColumn } from "@/components/ui/choice-column";
import { Money } from "@/components/ui/money";
import { type Column, DataTable } from "@/components/ui/table";
import { EmptyValue, WithMarks } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import type { ShownColumns } from "@/lib/lists/show-columns";
import { shownAmount } from "@/lib/money";
import { paths } from "@/lib/paths";
import { PAYMENT_DETAILS, type PaymentDetail } from "@/lib/payments/payment-details";
import type { PaymentListItem } from "@/lib/payments/payment-list-views";
import { chooseColumnsAction } from "../../../list-columns-action";

export type PaymentsTableProps = {
  payments: readonly PaymentListItem[];
  columns: ShownColumns;
  /** Whether they are the person's own, whose widths can be changed here. */
  isOwnLayout?: boolean;
  /** Null where nothing can be done with several payments at once. */
  choice?: Pick<Choice<PaymentListItem>, "chosen" | "onChoose"> | null;
};

/** One row per payment, which opens it. On a phone the time is under the reference, and the status under the amount. */
export function PaymentsTable({
  payments,
  columns: shown,
  isOwnLayout = true,
  choice = null,
}: PaymentsTableProps) {
  const t = useTranslations("payments");
  const common = useTranslations("common");
  const { onResizeStart, prefetch, isLost } = useColumnResize("payments", chooseColumnsAction);
  const available: ListColumns<"payments", PaymentListItem> = {
    reference: {
      cell: (payment) => <Reference payment={payment} isArranged={shown.arrangement !== null} />,
    },
    created: {
      width: "11.75rem",
      hideBelow: "lg",
      cell: ({ createdAt }) => <Time iso={createdAt} />,
    },
    customer: payments.some(({ customer }) => customer !== null) ? CUSTOMER : null,
    status: {
      // "Refund in progress ₹5,250.00" is on one line.
      width: "clamp(16.25rem, 26cqi, 18rem)",
      hideBelow: "sm",
      cell: (payment) => <ShownStatus payment={payment} />,
    },
    route: {
      // Wider where the table has room, so that "Net banking · simulator-north" is not cut.
      width: "clamp(9.5rem, 24cqi - 5.25rem, 15rem)",
      hideBelow: "md",
      cell: ({ method, gateway, isTest }) => (
        <>
          <Route method={method} gateway={gateway} /> <TestBadge isTest={isTest} />
        </>
      ),
    },
    amount: {
      width: "clamp(8.75rem, 16cqi, 10rem)",
      longest: ({ amount, currency }) => shownAmount(amount, currency),
      align: "end",
      cell: (payment) => <Amount payment={payment} hasRoute={shown.ids.includes("route")} />,
    },
    refunded: detailColumn("refunded", ({ refunded }) => refunded),
    ...everyDetail((detail) =>
      detailColumn(detail, ({ details }) => {
        if (detail !== "decline") return details?.[detail];
        const { decline = null } = details ?? {};
        return decline === null ? null : common(`declineReason.${decline}`);
      }),
    ),
  };
  const arranged = arrangeColumns(available, (id) => t(`list.column.${id}`), shown);
  return (
    <div onPointerEnter={prefetch}>
      <DataTable
        // A dragged width is in the DOM only until the new layout arrives.
        key={JSON.stringify(shown)}
        label={t("list.name")}
        columns={
          choice === null
            ? arranged
            : [
                choiceColumn({
                  ...choice,
                  rows: payments,
                  keyOf: ({ transactionId }) => transactionId,
                  labelAll: t("select.all"),
                  labelOf: ({ reference, transactionId }) => t("select.one", { reference, transactionId }),
                }),
                ...arranged,
              ]
        }
        rows={payments}
        rowKey={(payment) => payment.transactionId}
        opensRows
        arrangement={shown.arrangement}
        {...(isOwnLayout && { onResizeStart })}
      />
      {isLost && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {common("lostAnswer.body")}
        </p>
      )}
    </div>
  );
}

type DataColumn = Omit<Column<PaymentListItem>, "id" | "heading">;

/** A column that a person may choose in addition. */
function detailColumn(
  id: PaymentDetail | "refunded",
  valueOf: (payment: PaymentListItem) => string | null | undefined,
): DataColumn {
  const isMoney = id === "refunded" || id === "remaining";
  return {
    align: isMoney || id === "attempt" ? "end" : "start",
    hideBelow: "md",
    cell: (payment) => {
      const value = valueOf(payment) ?? "";
      if (value === "") return <EmptyValue>–</EmptyValue>;
      if (isMoney) return <Money amount={value} currency={payment.currency} />;
      if (id === "completed") return <Time iso={value} />;
      return (
        <bdi title={value} className="block truncate">
          <WithMarks text={value} />
        </bdi>
      );
    },
  };
}

/** Not there when the service does not list customers. */
const CUSTOMER: DataColumn = {
  width: "9rem",
  // A masked e-mail broken within its domain reads like another one.
  longest: ({ customer }) => customer?.email ?? null,
  hideBelow: "md",
  cell: ({ customer }) => <MaskedCustomer customer={customer} />,
};

function everyDetail(columnOf: (detail: PaymentDetail) => DataColumn): Record<PaymentDetail, DataColumn> {
  const columns = PAYMENT_DETAILS.map((detail) => [detail, columnOf(detail)] as const);
  return Object.fromEntries(columns) as Record<PaymentDetail, DataColumn>;
}

function Reference({ payment, isArranged }: { payment: PaymentListItem; isArranged: boolean }) {
  return (
    <>
      <bdi title={payment.reference} className="block truncate font-medium">
        <WithMarks text={payment.reference} />
      </bdi>
      <Link
        data-opens
        href={paths.payment(payment.transactionId, payment.reference)}
        dir="ltr"
        className="block min-h-6 font-mono text-xs max-sm:-mr-3 max-sm:text-[0.6875rem] max-sm:tracking-tighter leading-6 text-accent underline-offset-2 hover:underline"
      >
        {payment.transactionId}
      </Link>
      <span className={`block text-xs text-ink-muted ${isArranged ? "@3xl:hidden" : "@5xl:hidden"}`}>
        <Time iso={payment.createdAt} />
      </span>
    </>
  );
}

/** With the time at which it was seen, where it may have changed since. */
function ShownStatus({ payment }: { payment: PaymentListItem }) {
  const t = useTranslations("payments");
  const { seenAt } = payment;
  return (
    <>
      <PaymentStateCell payment={payment} />
      {seenAt !== undefined && (
        <span className="mt-1 block text-xs text-ink-muted">
          {t.rich("list.seenAt", { at: () => <Time iso={seenAt} /> })}
        </span>
      )}
    </>
  );
}

/** The method above the gateway, so that the reference has room. */
function Route({ method, gateway }: Pick<PaymentListItem, "method" | "gateway">) {
  const t = useTranslations("common.methodName");
  const parts = [method === null ? null : t(method), gateway].filter((part) => part !== null);
  if (parts.length === 0) return <EmptyValue>–</EmptyValue>;
  const words = parts.join(" · ");
  return (
    <span title={[method, gateway].filter((part) => part !== null).join(" · ")} className="block truncate">
      {words}
    </span>
  );
}

type AmountProps = {
  payment: PaymentListItem;
  /** Its column marks test payments on a desktop; without it, the amount does. */
  hasRoute: boolean;
};

/** On a phone with the status, for which there is no column. */
function Amount({ payment, hasRoute }: AmountProps) {
  const { currency } = payment;
  return (
    <>
      <Money amount={payment.amount} currency={currency} className="font-medium" />
      <span className="mt-1 flex flex-col items-end gap-1 @xl:hidden">
        <ShownStatus payment={payment} />
      </span>
      <span className={`mt-1 block ${hasRoute ? "@3xl:hidden" : ""}`}>
        <TestBadge isTest={payment.isTest} />
      </span>
    </>
  );
}
