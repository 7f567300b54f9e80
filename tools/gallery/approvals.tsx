"use client";

import { ApprovalBadge } from "@/app/(dashboard)/approvals/_components/approval-badge";
import { ApprovalsTable } from "@/app/(dashboard)/approvals/_components/approvals-table";
import { ReviewRows } from "@/app/(dashboard)/approvals/[approvalId]/_components/review-rows";
import { APPROVAL_STATES } from "@/lib/approvals/approval-views";
import { approval, bulkApproval, bulkRow, LATER, PERSON } from "./data";
import { Example } from "./example";

/** Requests in the list, and the rows of a bulk request. */
export function ApprovalExamples() {
  return (
    <>
      <Example component="ApprovalBadge" state="every state">
        <div className="flex flex-wrap gap-2">
          {APPROVAL_STATES.map((state) => (
            <ApprovalBadge key={state} state={state} />
          ))}
        </div>
      </Example>
      <Example component="ApprovalsTable" state="waiting: a refund, a bulk run">
        <ApprovalsTable tab="waiting" approvals={[approval, bulkApproval]} />
      </Example>
      <Example component="ApprovalsTable" state="decided, in every state">
        <ApprovalsTable
          tab="decided"
          approvals={APPROVAL_STATES.filter((state) => state !== "WAITING").map((state) => ({
            ...approval,
            approvalId: state,
            state,
            decidedBy: PERSON,
            decidedAt: LATER,
          }))}
        />
      </Example>
      <Example component="ReviewRows" state="not decided">
        <ReviewRows
          rows={[bulkRow, { ...bulkRow, rowId: "2", line: 3, isTest: true }]}
          isDecided={false}
          hasMixedRows
        />
      </Example>
      <Example component="ReviewRows" state="decided">
        <ReviewRows
          rows={[
            { ...bulkRow, state: "done" },
            { ...bulkRow, rowId: "2", line: 3, state: "unknown", confirmedBy: PERSON },
          ]}
          isDecided
          hasMixedRows={false}
        />
      </Example>
    </>
  );
}
