"use client";

import { useTranslations } from "use-intl/react";
import { AT_LOWER_EDGE, SelectionFrame } from "@/components/lists/selection-frame";
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
      <div className={AT_LOWER_EDGE}>
        <SelectionFrame
          label={t("bar")}
          count={t("selected", { n: selected.length })}
          isEmpty={selected.length === 0}
          clearLabel={t("clear")}
          onClear={onClear}
        >
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
        </SelectionFrame>
      </div>
      {requested !== null && <RequestSelectionDialog payments={requested} onClose={onClose} />}
    </>
  );
}
