"use client";

import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { SELECTION_ACTIONS } from "@/components/ui/to-selection";
import { type Role, roleAllows } from "@/lib/can";
import { onlyPaymentOf, type LineResult } from "@/lib/payments/lines-view";
import type { PaymentListItem } from "@/lib/payments/payment-list-views";
import { BulkButtons } from "../../_components/bulk-buttons";
import {
  loadRequestSelection,
  RequestSelectionDialog,
} from "../../_components/list/request-selection-dialog";

type ChosenBarProps = {
  lines: readonly LineResult[];
  chosen: ReadonlySet<string>;
  role: Role;
  onClear: () => void;
};

/** What one may do with the chosen payments. */
export function ChosenBar({ lines, chosen, role, onClear }: ChosenBarProps) {
  const t = useTranslations("findLines");
  const [requested, setRequested] = useState<readonly PaymentListItem[] | null>(null);
  const selected = paymentsOf(lines, chosen);
  if (selected.length === 0) return null;
  return (
    <>
      <div
        role="group"
        aria-label={t("choose.actions")}
        {...SELECTION_ACTIONS}
        className="flex flex-wrap items-center gap-2 rounded-lg border border-line bg-surface px-3 py-2 text-sm"
      >
        <span role="status" className="mr-auto">
          {t("choose.chosen", { n: selected.length })}
        </span>
        <BulkButtons selected={selected} role={role} />
        {roleAllows(role, "request_refund") && (
          <Button
            size="sm"
            variant="primary"
            onPointerEnter={loadRequestSelection}
            onClick={() => setRequested(selected)}
          >
            {t("choose.request")}
          </Button>
        )}
      </div>
      {requested !== null && (
        <RequestSelectionDialog
          payments={requested}
          onClose={(isDone) => {
            setRequested(null);
            if (isDone) onClear();
          }}
        />
      )}
    </>
  );
}

/** Each once: two lines may have found the same payment. */
function paymentsOf(lines: readonly LineResult[], chosen: ReadonlySet<string>): PaymentListItem[] {
  const payments = new Map<string, PaymentListItem>();
  for (const line of lines) {
    const payment = onlyPaymentOf(line);
    if (payment !== null && chosen.has(payment.transactionId)) payments.set(payment.transactionId, payment);
  }
  return [...payments.values()];
}
