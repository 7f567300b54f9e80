"use client";

import { useTranslations } from "use-intl/react";
import { FulfilRequests } from "@/app/(dashboard)/bulk/[runId]/_components/fulfil-requests";
import { RowsTable } from "@/app/(dashboard)/bulk/[runId]/_components/rows-table";
import { BulkRunStatus, type ShownState } from "@/app/(dashboard)/bulk/_components/bulk-status";
import { FaultText } from "@/components/bulk/fault-text";
import { BULK_ROW_STATES, type BulkRowView } from "@/lib/bulk";
import { bulkRow, faults, LATER, PERSON, REFUND_ID, RUN_ID } from "./data";
import { Example } from "./example";

const SHOWN_STATES: readonly ShownState[] = [
  "checking",
  "checked",
  "awaiting_approval",
  "running",
  "paused",
  "stopped",
  "settling",
  "left_to_people",
  "ended",
  "ended_with_failures",
  "discarded",
];

const requested = {
  kind: "refund_requested",
  requestId: "request-1",
  steps: 1,
  by: PERSON,
  at: LATER,
  amount: "400.00",
  currency: "INR",
} as const;

/** What a state brings with it, so that no row says less than the real one. */
const EXTRAS: Partial<Record<BulkRowView["state"], Partial<BulkRowView>>> = {
  problem: { faults },
  likely_duplicate: {
    faults: [
      {
        kind: "refunded_before",
        intentId: "intent-1",
        by: PERSON,
        at: LATER,
        refundId: REFUND_ID,
        paidLate: null,
      },
      { ...requested, leftBeside: "120.00" },
      { ...requested, fulfilledByLine: 3 },
      { ...requested, fulfilledByLine: 9, leftBeside: "120.00" },
      { kind: "request_closed", requestId: "request-1", state: "WITHDRAWN", by: PERSON, at: LATER },
      { kind: "own_request" },
    ],
  },
  accepted: { refundId: REFUND_ID, refundStatus: "PROCESSING" },
  done: { refundId: REFUND_ID, refundStatus: "SUCCESS", confirmedBy: PERSON },
  failed: { refundId: REFUND_ID, refundStatus: "FAILURE" },
  ready: { faults: [requested], confirmedBy: PERSON, fulfilsRequest: "request-1" },
  refused: { message: "Amount exceeds balance" },
};
const rows: readonly BulkRowView[] = BULK_ROW_STATES.map((state, index) => ({
  ...bulkRow,
  rowId: state,
  line: index + 2,
  isTest: state === "skipped",
  state,
  ...EXTRAS[state],
}));

/** The statuses of runs, and a row in every state. */
export function BulkExamples() {
  const t = useTranslations("bulk");
  return (
    <>
      <Example component="BulkRunStatus" state="every status">
        <div className="flex flex-wrap gap-2">
          {SHOWN_STATES.map((shown) => (
            <BulkRunStatus key={shown} shown={shown} word={t(`state.${shown}`)} />
          ))}
        </div>
      </Example>
      <Example component="FulfilRequests" state="some rows can fulfil requests">
        <FulfilRequests runId={RUN_ID} asked={{ rows: 12, sign: "" }} />
      </Example>
      <Example component="FaultText" state="some of the faults">
        {faults.map((fault) => (
          <FaultText key={JSON.stringify(fault)} fault={fault} />
        ))}
      </Example>
      <Example component="RowsTable, BulkRowStatus" state="every state of a row">
        <RowsTable kind="refund" rows={rows} confirmsFor={null} />
      </Example>
      <Example component="RowsTable" state="a lookup: found, not found">
        <RowsTable
          kind="lookup"
          rows={[
            {
              ...bulkRow,
              state: "done",
              reason: null,
              found: {
                transactionId: bulkRow.transactionId ?? "",
                status: "SUCCESS",
                amount: "1499.00",
                currency: "INR",
                records: 2,
                createdAt: LATER,
                gatewayTransactionId: null,
              },
            },
            {
              ...bulkRow,
              rowId: "row-2",
              line: 3,
              state: "failed",
              reason: null,
              amount: null,
              transactionId: null,
            },
          ]}
          confirmsFor={null}
        />
      </Example>
    </>
  );
}
