"use client";

import { CancelStuckDialog } from "@/app/(dashboard)/stuck/_components/cancel-stuck-dialog";
import { StuckList } from "@/app/(dashboard)/stuck/_components/stuck-list";
import { EmptyState } from "@/components/ui/empty-state";
import type { StuckRow, StuckView } from "@/lib/payments/stuck-view";
import { useTranslations } from "use-intl/react";
import { AT, LATER, REFERENCE, run, RUN_ID, TRANSACTION_ID } from "./data";
import { DialogExample } from "./dialog-example";
import { Example } from "./example";

const row: StuckRow = {
  transactionId: TRANSACTION_ID,
  reference: REFERENCE,
  amount: "1499.00",
  currency: "INR",
  createdAt: AT,
  expiresAt: "2026-11-26T06:31:12.000Z",
  gateway: "razorpay",
  method: "UPI",
  isTest: false,
};
const rows: StuckRow[] = [
  row,
  { ...row, transactionId: "TXN2", reference: `${REFERENCE}-${"LONG-".repeat(12)}`, amount: "99999999.00" },
  { ...row, transactionId: "TXN3", gateway: null, method: null, currency: "USD", isTest: true },
];
type Found = Extract<StuckView, { kind: "found" }>;
const view: Found = { kind: "found", rows, order: "oldest", next: null, live: null, checkedAt: LATER };

/** Payments that are initiated for too long. */
export function StuckExamples() {
  const t = useTranslations("stuck");
  const empty = <EmptyState title={t("none")}>{t("noneBody", { minutes: 30 })}</EmptyState>;
  return (
    <>
      <Example component="StuckList, StuckTable" state="ops">
        <StuckList
          view={view}
          assigned={view.rows.map((one, n) => (n === 1 ? { ...one, assignee: null } : one))}
          role="ops"
        >
          {empty}
        </StuckList>
      </Example>
      <Example component="StuckList, StuckTable" state="support, a part of them, a run in progress">
        <StuckList
          assigned={null}
          view={{
            ...view,
            next: "more",
            live: {
              runId: RUN_ID,
              run: { ...run, kind: "cancel", source: "stuck_queue", fileName: null },
              isPaused: false,
            },
          }}
          role="support"
        >
          {empty}
        </StuckList>
      </Example>
      <Example component="StuckList" state="too many equally old, a paused run">
        <StuckList
          assigned={null}
          view={{
            ...view,
            order: "newest",
            live: {
              runId: RUN_ID,
              run: { ...run, kind: "cancel", source: "stuck_queue", fileName: null },
              isPaused: true,
            },
          }}
          role="ops"
        >
          {empty}
        </StuckList>
      </Example>
      <DialogExample component="CancelStuckDialog" state="three payments in two currencies">
        {(close) => <CancelStuckDialog rows={rows} onKeep={close} onStarted={close} />}
      </DialogExample>
    </>
  );
}
