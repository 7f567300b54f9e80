"use client";

import { Link } from "@/components/ui/link";
import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl/react";
import { TestBadge } from "@/components/payments/test-badge";
import { Money } from "@/components/ui/money";
import { type Column, DataTable } from "@/components/ui/table";
import { EmptyValue, ForeignText } from "@/components/ui/text";
import { Age, Elapsed, Time } from "@/components/ui/time";
import { shownAmount } from "@/lib/money";
import { paths } from "@/lib/paths";
import type { StuckRow } from "@/lib/payments/stuck-view";

/** The selected rows; null for a role that may not cancel. */
type Choice = {
  chosen: ReadonlySet<string>;
  rows: readonly StuckRow[];
  onChoose: (chosen: ReadonlySet<string>) => void;
};

type StuckTableProps = { rows: readonly StuckRow[]; choice: Choice | null };

export function StuckTable({ rows, choice }: StuckTableProps) {
  const t = useTranslations("stuck");
  const methods = useTranslations("common.methodName");
  const columns: Column<StuckRow>[] = [
    {
      id: "age",
      heading: t("column.age"),
      width: "6rem",
      hideBelow: "sm",
      cell: (row) => <Elapsed iso={row.createdAt} />,
    },
    {
      id: "payment",
      heading: t("column.payment"),
      cell: (row) => (
        <>
          <Link
            href={paths.payment(row.transactionId, row.reference)}
            title={row.reference}
            className="line-clamp-2 font-medium text-accent underline-offset-2 hover:underline"
          >
            <ForeignText>{row.reference}</ForeignText>
          </Link>
          {/* A phone has no room for columns beside the reference. */}
          <p className="flex justify-between gap-4 text-xs text-ink-muted @xl:hidden">
            <Age iso={row.createdAt} />
            <Money amount={row.amount} currency={row.currency} className="ml-auto font-medium text-ink" />
          </p>
          <TestBadge isTest={row.isTest} />
        </>
      ),
    },
    {
      id: "created",
      heading: t("column.created"),
      width: "11rem",
      hideBelow: "md",
      cell: (row) => <Time iso={row.createdAt} />,
    },
    {
      id: "ends",
      heading: t("column.ends"),
      width: "11rem",
      hideBelow: "lg",
      cell: (row) => <Time iso={row.expiresAt} />,
    },
    {
      id: "gateway",
      heading: t("column.gateway"),
      width: "7rem",
      hideBelow: "md",
      cell: (row) => row.gateway ?? <EmptyValue>–</EmptyValue>,
    },
    {
      id: "method",
      heading: t("column.method"),
      width: "7rem",
      hideBelow: "lg",
      cell: (row) => (row.method === null ? <EmptyValue>–</EmptyValue> : methods(row.method)),
    },
    {
      id: "amount",
      heading: t("column.amount"),
      width: "7.5rem",
      longest: ({ amount, currency }) => shownAmount(amount, currency),
      align: "end",
      hideBelow: "sm",
      cell: (row) => <Money amount={row.amount} currency={row.currency} className="font-medium" />,
    },
  ];
  return (
    <DataTable
      label={t("list")}
      columns={choice === null ? columns : [choiceColumn(choice), ...columns]}
      rows={rows}
      rowKey={(row) => row.transactionId}
    />
  );
}

function choiceColumn(choice: Choice): Column<StuckRow> {
  return {
    id: "choice",
    heading: <ChooseAll choice={choice} />,
    width: "2.75rem",
    cell: (row) => <ChooseOne row={row} choice={choice} />,
  };
}

const BOX = "size-4 accent-accent-solid";

function ChooseAll({ choice: { chosen, rows, onChoose } }: { choice: Choice }) {
  const t = useTranslations("stuck");
  const box = useRef<HTMLInputElement>(null);
  const count = rows.filter((row) => chosen.has(row.transactionId)).length;
  const isAll = count > 0 && count === rows.length;
  const isSome = count > 0 && !isAll;
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = isSome;
  }, [isSome]);
  return (
    <label className="grid size-6 place-items-center">
      <input
        ref={box}
        type="checkbox"
        aria-label={t("selectAll")}
        checked={isAll}
        onChange={() => onChoose(new Set(isAll ? [] : rows.map((row) => row.transactionId)))}
        className={BOX}
      />
    </label>
  );
}

function ChooseOne({ row, choice }: { row: StuckRow; choice: Choice }) {
  const t = useTranslations("stuck");
  const { chosen, onChoose } = choice;
  const id = row.transactionId;
  const toggle = (): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose(next);
  };
  return (
    <label className="grid size-6 place-items-center">
      <input
        type="checkbox"
        aria-label={t("selectOne", { reference: row.reference })}
        checked={chosen.has(id)}
        onChange={toggle}
        className={BOX}
      />
    </label>
  );
}
