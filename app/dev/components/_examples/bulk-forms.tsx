"use client";

import { RunActions } from "@/app/(dashboard)/bulk/[runId]/_components/run-actions";
import { StartDialog } from "@/app/(dashboard)/bulk/[runId]/_components/start-dialog";
import { FileFaultText } from "@/app/(dashboard)/bulk/new/_components/file-fault-text";
import { NewBulkForm } from "@/app/(dashboard)/bulk/new/_components/new-bulk-form";
import { RowsReason } from "@/app/(dashboard)/bulk/new/_components/rows-reason";
import { BULK_KINDS, type BulkFileFault } from "@/lib/bulk";
import { bulkRun } from "./bulk-data";
import { reasonOptions } from "./data";
import { DialogExample } from "./dialog-example";
import { Example } from "./example";

const FILE_FAULTS: BulkFileFault[] = [
  { kind: "empty" },
  { kind: "too_large", maxBytes: 2 * 1024 * 1024 },
  { kind: "too_many_rows", max: 5000 },
  { kind: "too_many_columns", line: 1, max: 1000 },
  { kind: "encoding" },
  { kind: "quotes", lines: [4, 17] },
  { kind: "missing_columns", columns: ["reference", "amount"] },
  { kind: "column_twice", column: "amount" },
];
const REASONS = { reasons: reasonOptions, isReasonRequired: true };

/** What a person sends for a bulk run. */
export function BulkFormExamples() {
  return (
    <>
      {BULK_KINDS.map((kind) => (
        <Example key={kind} component="NewBulkForm" state={kind}>
          <NewBulkForm kind={kind} userId="" reasons={kind === "refund" ? REASONS : null} />
        </Example>
      ))}
      <Example component="RowsReason" state="rows of a selection, which need one">
        <RowsReason {...REASONS} areRowsWithout fault="reason" isSending={false} />
      </Example>
      <Example component="RunActions" state="checked: start and discard" opens={[0, 1]}>
        <RunActions run={bulkRun} isApprovalNeeded={false} />
      </Example>
      <Example component="RunActions" state="running, and paused">
        <div className="flex flex-wrap gap-2">
          <RunActions run={{ ...bulkRun, state: "running" }} isApprovalNeeded={false} />
          <RunActions run={{ ...bulkRun, state: "paused", pauseCause: "person" }} isApprovalNeeded />
        </div>
      </Example>
      <DialogExample component="StartDialog" state="two currencies, needs approval">
        {(close) => <StartDialog run={bulkRun} isApprovalNeeded onClose={close} onFinished={close} />}
      </DialogExample>
      <DialogExample component="StartDialog" state="a lookup">
        {(close) => (
          <StartDialog
            run={{ ...bulkRun, kind: "lookup", totals: [] }}
            isApprovalNeeded={false}
            onClose={close}
            onFinished={close}
          />
        )}
      </DialogExample>
      <Example component="FileFaultText" state="every fault">
        {FILE_FAULTS.map((fault) => (
          <p key={fault.kind}>
            <FileFaultText fault={fault} />
          </p>
        ))}
      </Example>
    </>
  );
}
