import { AuditFilterChips } from "@/app/(dashboard)/audit/_components/audit-filter-chips";
import { AuditFilterForm } from "@/app/(dashboard)/audit/_components/audit-filter-form";
import { AuditTable } from "@/app/(dashboard)/audit/_components/audit-table";
import { ChainTool } from "@/app/(dashboard)/audit/_components/chain-tool";
import { ToolBar } from "@/components/ui/tool-bar";
import type { AuditEntryView, AuditFilter, AuditStateView, AuditVerdict } from "@/lib/audit";
import { AT, LATER, PERSON, REFERENCE, REFUND_ID, run, RUN_ID, TRANSACTION_ID } from "./data";
import { Example } from "./example";

const HASH = "9f2c4be1d07a5f6683f1c0aa12b7de4490cc7d35e8a1f2b3c4d5e6f708192a3b";
const person = { name: PERSON, email: "asha@example.com" };
const refund: AuditEntryView = {
  position: "1042",
  at: AT,
  person,
  action: "refund_requested",
  family: "refund",
  outcome: { action: "refund_accepted", at: LATER, isLater: true },
  subject: { kind: "refund_intent", id: "5c0f6d1e-6f0e-4a53-9b77-2f1f0f6c1a01", name: null },
  payment: { transactionId: TRANSACTION_ID, reference: REFERENCE },
  run: null,
  notListed: 0,
  amount: "₹400.00",
  facts: [{ name: "reason", value: "Damaged on arrival" }],
  steps: [
    {
      position: "1042",
      at: AT,
      person,
      action: "refund_requested",
      subject: { kind: "refund_intent", id: "5c0f6d1e-6f0e-4a53-9b77-2f1f0f6c1a01" },
      detail: [
        { name: "amount", value: "₹400.00" },
        { name: "refundId", value: REFUND_ID },
      ],
      requestId: "req-7f3a",
      hash: HASH,
    },
  ],
};
const plain = { family: null, outcome: null, payment: null, amount: null, facts: [] };
const ENTRIES: AuditEntryView[] = [
  refund,
  { ...refund, position: "1043", outcome: { action: "refund_refused", at: AT, isLater: false } },
  { ...refund, position: "1044", outcome: { action: "refund_unknown", at: AT, isLater: false } },
  { ...refund, position: "1045", outcome: null, run: { id: RUN_ID, name: run } },
  {
    ...refund,
    ...plain,
    position: "1046",
    person: null,
    action: "bulk_started",
    subject: { kind: "bulk_run", id: RUN_ID, name: null },
    run: { id: RUN_ID, name: run },
  },
  {
    ...refund,
    ...plain,
    position: "1047",
    action: "signed_in",
    subject: { kind: "person", id: "1", name: PERSON },
  },
  {
    ...refund,
    ...plain,
    position: "1048",
    action: "an_action_of_a_newer_version",
    subject: { kind: "gateway", id: "stripe", name: "stripe" },
  },
];

const NO_FILTER: AuditFilter = { person: "", action: "", subject: "", from: "", until: "" };
const FILTER: AuditFilter = {
  person: "asha@",
  action: "refund_requested",
  subject: REFERENCE,
  from: "2026-11-01",
  until: "soon",
};

const head = { position: "1048", hash: HASH };
const verified = (verdict: AuditVerdict): AuditStateView => ({
  head,
  latest: {
    requestedAt: AT,
    newestRows: verdict === "whole" ? 1000 : null,
    finished: { at: LATER, verdict, position: "1042", expectedPosition: "1048" },
  },
});
const STATES: readonly { state: string; view: AuditStateView }[] = [
  { state: "never verified", view: { head, latest: null } },
  { state: "running", view: { head, latest: { requestedAt: AT, newestRows: 1000, finished: null } } },
  { state: "whole", view: verified("whole") },
  { state: "altered", view: verified("altered") },
  { state: "missing", view: verified("missing") },
  { state: "wrong_end", view: verified("wrong_end") },
];

/** The audit log, its filter and its verification. */
export function AuditExamples() {
  return (
    <>
      <Example component="AuditFilterForm" state="without and with errors">
        <ToolBar>
          <AuditFilterForm filter={NO_FILTER} actions={["signed_in"]} faults={[]} />
        </ToolBar>
        <ToolBar>
          <AuditFilterForm filter={FILTER} actions={["signed_in"]} faults={["until", "subject"]} />
        </ToolBar>
      </Example>
      <Example component="AuditFilterChips" state="every field">
        <AuditFilterChips filter={FILTER} />
      </Example>
      {STATES.map(({ state, view }) => (
        <Example key={state} component="ChainTool, VerifyForm" state={state}>
          <ToolBar>
            <ChainTool state={view} seed="gallery" commandsHere={(text) => text} />
          </ToolBar>
        </Example>
      ))}
      <Example component="AuditTable, AuditAction, AuditSteps" state="every kind of outcome and subject">
        <AuditTable entries={ENTRIES} />
      </Example>
    </>
  );
}
