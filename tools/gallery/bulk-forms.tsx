"use client";

import { RunActions } from "@/app/(dashboard)/bulk/[runId]/_components/run-actions";
import { StartDialog } from "@/app/(dashboard)/bulk/[runId]/_components/start-dialog";
import { FileFaultText } from "@/app/(dashboard)/bulk/new/_components/file-fault-text";
import { NewBulkForm } from "@/app/(dashboard)/bulk/new/_components/new-bulk-form";
import { RowsReason } from "@/app/(dashboard)/bulk/new/_components/rows-reason";
import { ChooseColumns } from "@/app/(dashboard)/bulk/new/_components/choose-columns";
import { BULK_KINDS, type BulkFileFault, type BulkFilePreview } from "@/lib/bulk";
import { bulkRun } from "./bulk-data";
import { reasonOptions } from "./data";
import { DialogExample } from "./dialog-example";
import { Example } from "./example";

const FILE_FAULTS: BulkFileFault[] = [
  { kind: "empty" },
  { kind: "too_large", maxBytes: 2 * 1024 * 1024 },
  { kind: "too_many_rows", max: 5000 },
  { kind: "encoding" },
  { kind: "workbook" },
];
const PREVIEW: BulkFilePreview = {
  records: [
    { line: 1, cells: ["Refunds March 2026"] },
    { line: 3, cells: ["Order number", "Order total", "Refund (INR)", "Why", "Courier", ""] },
    { line: 4, cells: ["SO-261126-70011", "1.500,00", "300,00", "late", "Delhivery", "4"] },
    { line: 5, cells: ["SO-261126-70458", "2.900,50", "2.900,50", "late", "Blue Dart", "9"] },
    { line: 6, cells: ["SO-261126-71006", "999,00", "", "", "राजधानी कूरियर", "3"] },
    { line: 7, cells: ["SO-261126-71820", "600,00", "6E+2", "late", "Ecom Express"] },
  ],
  recordCount: 22,
  layout: { headingLine: 3, columns: { reference: 0, reason: 3 }, decimalSign: "," },
  isRemembered: false,
  isAssumed: false,
};
const REASONS = { reasons: reasonOptions, isReasonRequired: true };

const CHOOSING = { isSending: false, onChosen: () => undefined, onBack: () => undefined };

/** What a person sends for a bulk run. */
export function BulkFormExamples() {
  return (
    <>
      {BULK_KINDS.map((kind) => (
        <Example key={kind} component="NewBulkForm" state={kind}>
          <NewBulkForm kind={kind} userId="" reasons={kind === "refund" ? REASONS : null} />
        </Example>
      ))}
      <Example component="ChooseColumns" state="other names than Paydeck's">
        <ChooseColumns kind="refund" fileName="delivery-delays.csv" preview={PREVIEW} {...CHOOSING} />
      </Example>
      <Example component="ChooseColumns" state="remembered, encoding assumed, sending failed">
        <ChooseColumns
          kind="refund"
          fileName={null}
          preview={{
            ...PREVIEW,
            layout: { ...PREVIEW.layout, columns: { reference: 0, amount: 2, reason: 3 } },
            isRemembered: true,
            isAssumed: true,
          }}
          {...CHOOSING}
        />
      </Example>
      <Example component="RowsReason" state="rows of a selection, which need one">
        <RowsReason {...REASONS} areRowsWithout fault="reason" isSending={false} />
      </Example>
      <Example component="RunActions" state="checked: start and discard" opens={[0, 1]}>
        <RunActions sign="" run={bulkRun} isApprovalNeeded={false} />
      </Example>
      <Example component="RunActions" state="running, and paused">
        <div className="flex flex-wrap gap-2">
          <RunActions sign="" run={{ ...bulkRun, state: "running" }} isApprovalNeeded={false} />
          <RunActions sign="" run={{ ...bulkRun, state: "paused", pauseCause: "person" }} isApprovalNeeded />
        </div>
      </Example>
      <DialogExample component="StartDialog" state="two currencies, needs approval">
        {(close) => <StartDialog sign="" run={bulkRun} isApprovalNeeded onClose={close} onFinished={close} />}
      </DialogExample>
      <DialogExample component="StartDialog" state="a lookup">
        {(close) => (
          <StartDialog
            sign=""
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
