"use client";

import { ArrowDown, ArrowUp, CircleCheck, CircleMinus, Pencil } from "lucide-react";
import { useLocale, useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { Status } from "@/components/ui/status";
import { type Column, DataTable } from "@/components/ui/table";
import { EmptyValue } from "@/components/ui/text";
import { reasonName } from "@/lib/reasons/reason";
import type { ReasonRow } from "@/lib/reasons/reason-views";

type ReasonsTableProps = {
  reasons: ReasonRow[];
  isMoving: boolean;
  onEdit: (reason: ReasonRow) => void;
  onMove: (reason: ReasonRow, to: "up" | "down") => void;
};

export function ReasonsTable({ reasons, isMoving, onEdit, onMove }: ReasonsTableProps) {
  const t = useTranslations("reasons");
  const locale = useLocale();
  const status = ({ isActive }: ReasonRow) =>
    isActive ? (
      <Status tone="success" icon={CircleCheck} word={t("active")} />
    ) : (
      <Status tone="neutral" icon={CircleMinus} word={t("inactive")} />
    );
  const columns: Column<ReasonRow>[] = [
    {
      id: "name",
      heading: t("name"),
      cell: (reason) => (
        <>
          <span className="block font-medium">{reason.name}</span>
          <code className="block font-mono text-xs text-ink-muted">{reason.code}</code>
          <span className="mt-1 block @3xl:hidden">{status(reason)}</span>
        </>
      ),
    },
    {
      id: "nameHi",
      heading: t("nameHi"),
      hideBelow: "sm",
      cell: ({ nameHi }) => (nameHi === null ? <EmptyValue /> : <span lang="hi">{nameHi}</span>),
    },
    {
      id: "note",
      heading: t("note"),
      hideBelow: "md",
      width: "8rem",
      cell: ({ needsText }) => t(needsText ? "noteRequired" : "noteOptional"),
    },
    { id: "status", heading: t("status"), hideBelow: "md", width: "8rem", cell: status },
    {
      id: "actions",
      heading: <span className="sr-only">{t("actions")}</span>,
      align: "end",
      width: "11.5rem",
      cell: (reason) => {
        const name = reasonName(reason, locale);
        const place = reasons.indexOf(reason);
        return (
          <span className="inline-flex items-center gap-0.5">
            <Button
              size="sm"
              variant="ghost"
              className="px-1.5"
              aria-label={t("moveUp", { name })}
              disabled={place === 0}
              busy={isMoving}
              icon={<ArrowUp aria-hidden className="size-4" />}
              onClick={() => onMove(reason, "up")}
            />
            <Button
              size="sm"
              variant="ghost"
              className="px-1.5"
              aria-label={t("moveDown", { name })}
              disabled={place === reasons.length - 1}
              busy={isMoving}
              icon={<ArrowDown aria-hidden className="size-4" />}
              onClick={() => onMove(reason, "down")}
            />
            <Button
              size="sm"
              aria-label={t("editNamed", { name })}
              icon={<Pencil aria-hidden className="size-3.5" />}
              onClick={() => onEdit(reason)}
            >
              {t("edit")}
            </Button>
          </span>
        );
      },
    },
  ];
  return <DataTable label={t("label")} columns={columns} rows={reasons} rowKey={({ code }) => code} />;
}
