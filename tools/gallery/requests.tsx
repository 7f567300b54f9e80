import { ApprovalEnding } from "@/app/(dashboard)/approvals/[approvalId]/_components/approval-ending";
import { ApprovalFacts } from "@/app/(dashboard)/approvals/[approvalId]/_components/approval-facts";
import { BulkReviewPanels } from "@/app/(dashboard)/approvals/[approvalId]/_components/bulk-review";
import { BalanceSkeleton } from "@/app/(dashboard)/approvals/[approvalId]/_components/payment-balance";
import { ReviewRowsSection } from "@/app/(dashboard)/approvals/[approvalId]/_components/review-rows-section";
import type { ApprovalObstacle } from "@/lib/approvals/approval-views";
import type { BulkReview } from "@/lib/bulk/review";
import {
  approval,
  bulkApproval,
  bulkRow,
  intent,
  LATER,
  PERSON,
  REFERENCE,
  REFUND_ID,
  TRANSACTION_ID,
} from "./data";
import { Example } from "./example";

const rows = [1, 2, 3].map((line) => ({ ...bulkRow, rowId: String(line), position: line, line: line + 1 }));
const review: BulkReview = {
  rowCount: 128,
  paymentCount: 120,
  totals: [{ currency: "INR", amount: "184320.50", testAmount: null, rows: 128 }],
  largest: rows,
  reasons: {
    entries: [
      { reason: "Damaged on arrival", rows: 100, totals: [{ currency: "INR", amount: "150000.00" }] },
      {
        reason: null,
        rows: 28,
        totals: [
          { currency: "INR", amount: "34320.50" },
          { currency: "USD", amount: "312.00" },
        ],
      },
    ],
    count: 9,
  },
  samePayment: {
    entries: [
      {
        transactionId: TRANSACTION_ID,
        reference: REFERENCE,
        rows: 3,
        lines: [2, 3, 4],
        amount: "1200.00",
        currency: "INR",
      },
    ],
    count: 4,
  },
  confirmed: {
    entries: rows
      .slice(0, 1)
      .map((row) => ({ ...row, confirmedBy: PERSON, faults: [{ kind: "same_as_line", line: 3 }] })),
    count: 1,
  },
  leftOut: { duplicates: 2, likelyDuplicates: 1, problems: 4 },
  rows,
  next: 3,
};
const OBSTACLES: readonly ApprovalObstacle[] = ["not_refundable", "exceeds_balance", "requester_gone"];
const decided = { ...approval, decidedBy: PERSON, decidedAt: LATER, note: "Compared with the returns" };

/** What the server renders of one request. */
export function RequestExamples() {
  return (
    <>
      <Example component="ApprovalFacts" state="a refund, and a bulk run with tests">
        <div className="space-y-3">
          <ApprovalFacts approval={approval} review={null} />
          <ApprovalFacts approval={bulkApproval} review={review} />
        </div>
      </Example>
      <Example component="ApprovalEnding" state="approved: refunded, and refused by the service">
        <div className="space-y-3">
          <ApprovalEnding
            approval={{ ...decided, state: "APPROVED" }}
            refund={{ ...intent, state: "ACCEPTED", refundId: REFUND_ID, refundStatus: "SUCCESS" }}
          />
          <ApprovalEnding
            approval={{ ...decided, state: "APPROVED" }}
            refund={{ ...intent, state: "REFUSED", message: "Amount exceeds balance" }}
          />
        </div>
      </Example>
      <Example component="ApprovalEnding" state="expired, and no longer possible">
        <div className="space-y-3">
          <ApprovalEnding approval={{ ...approval, state: "EXPIRED", decidedAt: LATER }} refund={null} />
          {OBSTACLES.map((obstacle) => (
            <ApprovalEnding
              key={obstacle}
              approval={{ ...decided, state: "REFUSED", obstacle, obstacleLeft: "849.00" }}
              refund={null}
            />
          ))}
        </div>
      </Example>
      <Example component="BulkReviewPanels" state="likely duplicates, rows left out">
        <div className="space-y-3">
          <BulkReviewPanels review={review} />
        </div>
      </Example>
      <Example component="ReviewRowsSection" state="the first rows of many">
        <ReviewRowsSection
          approvalId={approval.approvalId}
          review={review}
          isAll={false}
          isLater={false}
          isDecided={false}
          hasMixedRows
        />
      </Example>
      <Example component="BalanceSkeleton" state="loading">
        <BalanceSkeleton />
      </Example>
    </>
  );
}
