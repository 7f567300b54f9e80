"use client";

import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { FoundAmount } from "@/components/payments/found-amount";
import { PaymentStateCell } from "@/components/payments/payment-state";
import { Checkbox } from "@/components/ui/controls";
import { Link } from "@/components/ui/link";
import { type Column, DataTable } from "@/components/ui/table";
import { ForeignText, WithMarks } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import { WithActions } from "@/components/ui/to-selection";
import { shownAmount } from "@/lib/money";
import { onlyPaymentOf, type LineResult } from "@/lib/payments/lines-view";
import type { PaymentListItem } from "@/lib/payments/payment-list-views";
import { paths } from "@/lib/paths";

/** A row for each payment of a line, or one that says why there is none. */
type Row = { key: string; line: LineResult; isFirst: boolean; payment: PaymentListItem | null };

/** The payments chosen, by transaction id; null for a role that can do nothing with several. */
type LineChoice = {
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
} | null;

export function LinesTable({ lines, choice }: { lines: readonly LineResult[]; choice: LineChoice }) {
  const t = useTranslations("findLines");
  const choices = choice === null ? null : choicesOf(lines, choice, t);
  const columns: readonly Column<Row>[] = [
    ...(choices === null
      ? []
      : [
          {
            id: "choice",
            width: "2.75rem",
            hideBelow: "sm" as const,
            heading: choices.all,
            cell: choices.one,
          },
        ]),
    {
      id: "line",
      // A phone has no room for another column.
      heading: (
        <span className="flex items-center gap-2">
          {choices !== null && <span className="@xl:hidden">{choices.all}</span>}
          {t("column.line")}
        </span>
      ),
      width: "32%",
      cell: (row) =>
        row.isFirst && (
          <>
            {choices !== null && <span className="@xl:hidden">{choices.one(row)}</span>}
            <Line line={row.line} />
          </>
        ),
    },
    { id: "payment", heading: t("column.payment"), cell: (row) => <Payment row={row} /> },
    {
      id: "status",
      heading: t("column.status"),
      width: "8rem",
      hideBelow: "sm",
      cell: ({ payment }) => payment !== null && <PaymentStateCell payment={payment} />,
    },
    {
      id: "amount",
      heading: t("column.amount"),
      align: "end",
      width: "clamp(7rem, 16cqi, 10rem)",
      longest: ({ payment }) => (payment === null ? null : shownAmount(payment.amount, payment.currency)),
      cell: ({ payment }) => payment !== null && <FoundAmount payment={payment} />,
    },
  ];
  return (
    <DataTable label={t("table")} columns={columns} rows={lines.flatMap(rowsOf)} rowKey={({ key }) => key} />
  );
}

type Words = ReturnType<typeof useTranslations<"findLines">>;

/** The checkbox of all lines that found one payment, and that of each of them. */
function choicesOf(
  lines: readonly LineResult[],
  { chosen, onChoose }: NonNullable<LineChoice>,
  t: Words,
): { all: ReactNode; one: (row: Row) => ReactNode } {
  const all = new Set(lines.flatMap((line) => onlyPaymentOf(line)?.transactionId ?? []));
  const toggle = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose(next);
  };
  return {
    all: all.size > 0 && (
      <Checkbox
        label={<span className="sr-only">{t("choose.all")}</span>}
        checked={chosen.size === all.size}
        onChange={(event) => onChoose(event.target.checked ? all : new Set())}
      />
    ),
    one: ({ line }) => {
      const payment = onlyPaymentOf(line);
      if (payment === null) return null;
      const { transactionId } = payment;
      return (
        <WithActions isChosen={chosen.has(transactionId)}>
          <Checkbox
            label={<span className="sr-only">{t("choose.one", { line: line.line })}</span>}
            checked={chosen.has(transactionId)}
            onChange={() => toggle(transactionId)}
          />
        </WithActions>
      );
    },
  };
}

function rowsOf(line: LineResult): Row[] {
  if (line.kind !== "found") return [{ key: line.line, line, isFirst: true, payment: null }];
  return line.payments.map((payment, index) => ({
    key: `${line.line} ${payment.transactionId}`,
    line,
    isFirst: index === 0,
    payment,
  }));
}

function Line({ line }: { line: LineResult }) {
  const t = useTranslations("findLines");
  return (
    <>
      <ForeignText className="font-medium">{line.line}</ForeignText>
      {line.kind === "found" && line.payments.length > 1 && (
        <span className="block text-xs text-ink-muted">
          {t("copies", { n: line.payments.length })} {line.isMore && t("more")}
        </span>
      )}
    </>
  );
}

function Payment({ row: { line, payment } }: { row: Row }) {
  const t = useTranslations("findLines");
  if (payment === null) {
    return line.kind === "found" ? null : <span className="text-ink-muted">{t(`none.${line.kind}`)}</span>;
  }
  return (
    <>
      <bdi title={payment.reference} className="block truncate">
        <WithMarks text={payment.reference} />
      </bdi>
      <Link
        href={paths.payment(payment.transactionId, payment.reference)}
        dir="ltr"
        className="block min-h-6 font-mono text-xs leading-6 wrap-anywhere text-accent underline-offset-2 hover:underline"
      >
        {payment.transactionId}
      </Link>
      <span className="block text-xs text-ink-muted">
        <Time iso={payment.createdAt} />
      </span>
    </>
  );
}
