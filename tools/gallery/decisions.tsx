"use client";

import { DecisionNotice } from "@/app/(dashboard)/approvals/[approvalId]/_components/decision-notice";
import { DecisionPanel } from "@/app/(dashboard)/approvals/[approvalId]/_components/decision-panel";
import { RulesEditor } from "@/app/(dashboard)/approvals/rules/_components/rules-editor";
import type { ApprovalRuleView } from "@/lib/approvals/approval-views";
import type { ComponentProps } from "react";
import { approval, bulkApproval, REFUND_ID } from "./data";
import { Example } from "./example";

type Outcome = ComponentProps<typeof DecisionNotice>["outcome"];
const OUTCOMES: readonly Outcome[] = [
  { kind: "approved_refund", refund: { kind: "accepted", intentId: "1", refundId: REFUND_ID } },
  { kind: "approved_refund", refund: { kind: "refused", message: "Amount exceeds balance", left: "849.00" } },
  { kind: "approved_refund", refund: { kind: "unknown", intentId: "1" } },
  { kind: "approved_refund", refund: { kind: "not_sent", serviceError: { kind: "unavailable" } } },
  { kind: "approved_bulk", runId: "1" },
  { kind: "declined" },
  { kind: "withdrawn" },
  { kind: "not_possible", obstacle: "exceeds_balance", left: "849.00", currency: "INR" },
  { kind: "above_limit", limit: "500.00", currency: "INR" },
  { kind: "blocked" },
  { kind: "on_hold" },
  { kind: "service_error", serviceError: { kind: "unavailable" } },
  { kind: "not_waiting", state: "EXPIRED" },
  { kind: "not_found" },
  { kind: "own" },
  { kind: "not_own" },
  { kind: "forbidden" },
  { kind: "signed_out" },
  { kind: "cut_off" },
];
const RULES: ApprovalRuleView[] = [
  { role: "finance", roleName: null, currency: "INR", threshold: "10000.00", lifetimeMinutes: 1440 },
  { role: "admin", roleName: null, currency: "USD", threshold: "500.00", lifetimeMinutes: 60 },
];

/** The decision on a request, and the thresholds that make one necessary. */
export function DecisionExamples() {
  return (
    <>
      <Example component="DecisionPanel" state="a refund">
        <div className="max-sm:pb-28">
          <DecisionPanel approval={approval} mayDecide />
        </div>
      </Example>
      <Example component="DecisionPanel" state="a bulk run">
        <div className="max-sm:pb-28">
          <DecisionPanel approval={bulkApproval} mayDecide />
        </div>
      </Example>
      <Example
        component="DecisionPanel"
        state="one's own, of one's own request, and of a role that may not decide"
      >
        <div className="space-y-3">
          <DecisionPanel approval={{ ...approval, isOwn: true }} mayDecide />
          <DecisionPanel approval={{ ...approval, isFromOwnRequest: true }} mayDecide />
          <DecisionPanel approval={{ ...bulkApproval, isFromOwnRequest: true }} mayDecide />
          <DecisionPanel approval={approval} mayDecide={false} />
        </div>
      </Example>
      {OUTCOMES.map((outcome, index) => (
        <Example key={index} component="DecisionNotice" state={outcome.kind}>
          <DecisionNotice outcome={outcome} />
        </Example>
      ))}
      <Example
        component="RulesEditor"
        state="thresholds with gaps; the first two buttons remove one"
        opens={[0]}
      >
        <RulesEditor
          rules={RULES}
          roles={[{ id: "5f0c3c1e-7f5d-4f0e-9a51-0d9c5a3f7b21", name: "Refund desk" }]}
        />
      </Example>
    </>
  );
}
