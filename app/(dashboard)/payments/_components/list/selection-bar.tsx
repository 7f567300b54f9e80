"use client";

import { useTranslations } from "use-intl/react";
import { ExportLines } from "@/components/payments/export-lines";
import { Button } from "@/components/ui/button";
import { type Role, roleAllows } from "@/lib/can";
import type { PaymentListItem } from "@/lib/payments/payment-list-views";
import { BulkButtons } from "../bulk-buttons";
import { loadRequestSelection, RequestSelectionDialog } from "./request-selection-dialog";

export type SelectionBarProps = {
  selected: readonly PaymentListItem[];
  role: Role;
  /** The payments that the dialog is open for; null while it is closed. */
  requested: readonly PaymentListItem[] | null;
  onRequest: () => void;
  onClear: () => void;
  /** `isDone`: the selection was submitted. */
  onClose: (isDone: boolean) => void;
};

/** How many payments are selected, and what can be done with them. Below the rows, so that they stay under the pointer. */
export function SelectionBar({ selected, role, requested, onRequest, onClear, onClose }: SelectionBarProps) {
  const t = useTranslations("payments.select");
  return (
    <>
      <div
        role="region"
        aria-label={t("bar")}
        hidden={selected.length === 0}
        className="sticky bottom-3 z-10 mt-3 flex flex-wrap items-center justify-between gap-2 rounded-lg border border-line-strong bg-surface px-4 py-2.5 shadow-floating max-sm:bottom-0 print:hidden"
      >
        <p aria-live="polite" className="text-sm tabular-nums">
          {t("selected", { n: selected.length })}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={onClear}>
            {t("clear")}
          </Button>
          {roleAllows(role, "export_records") && (
            <ExportLines
              lines={selected.map(({ transactionId }) => transactionId).join("\n")}
              label={(format) => t(`export.${format}`)}
            />
          )}
          <BulkButtons selected={selected} role={role} />
          {roleAllows(role, "request_refund") && (
            <Button size="sm" variant="primary" onPointerEnter={loadRequestSelection} onClick={onRequest}>
              {t("request")}
            </Button>
          )}
        </div>
      </div>
      {requested !== null && <RequestSelectionDialog payments={requested} onClose={onClose} />}
    </>
  );
}
