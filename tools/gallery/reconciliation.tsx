import { FindingFacts } from "@/app/(dashboard)/reconciliation/findings/[findingId]/_components/finding-facts";
import { RepairPanel } from "@/app/(dashboard)/reconciliation/findings/[findingId]/_components/repair-panel";
import { SettlePanel } from "@/app/(dashboard)/reconciliation/findings/[findingId]/_components/settle-panel";
import { SideBySide } from "@/app/(dashboard)/reconciliation/findings/[findingId]/_components/side-by-side";
import { FindingStatus } from "@/app/(dashboard)/reconciliation/_components/finding-status";
import { FindingsTable } from "@/app/(dashboard)/reconciliation/_components/findings-table";
import { OpenSums } from "@/app/(dashboard)/reconciliation/_components/open-sums";
import { RunAgain } from "@/app/(dashboard)/reconciliation/_components/run-again";
import { RunFacts } from "@/app/(dashboard)/reconciliation/_components/run-facts";
import { RunStatus } from "@/app/(dashboard)/reconciliation/_components/run-status";
import { RunsTable } from "@/app/(dashboard)/reconciliation/_components/runs-table";
import { Sums } from "@/app/(dashboard)/reconciliation/_components/sums";
import type { FindingView, RunView, SettlementView } from "@/lib/reconciliation/views";
import { AT, LATER, REFERENCE, TRANSACTION_ID } from "./data";
import { Example } from "./example";

const stake = [
  { currency: "INR", amount: "149900.00", count: 11 },
  { currency: "USD", amount: "20.00", count: 1 },
];
const run: RunView = {
  run_id: "12",
  source: "daily",
  from: "2026-11-24",
  until: "2026-11-24",
  gateway: null,
  repairs: false,
  requested_by: null,
  state: "done",
  requested_at: AT,
  started_at: AT,
  finished_at: LATER,
  failure: null,
  planned: 940,
  visited: { payments: 912, refunds: 26, reversals: 2, findings: 4 },
  compared: 938,
  matched: 921,
  not_compared: [],
  repaired: 4,
  settled: 1,
  gone: 0,
  left: 12,
  at_stake: stake,
};
const running: RunView = {
  ...run,
  run_id: "13",
  source: "request",
  from: "2026-11-01",
  gateway: "stripe",
  repairs: true,
  requested_by: "Asha Rao (asha@example.com)",
  state: "running",
  finished_at: null,
  visited: { payments: 310, refunds: 0, reversals: 0, findings: 0 },
  compared: 304,
  matched: 304,
  repaired: 0,
  settled: 0,
  left: 0,
  at_stake: [],
  not_compared: [{ gateway: "stripe", reason: "connect ETIMEDOUT", count: 6 }],
};
const broken: RunView = { ...run, run_id: "11", source: "command", state: "broken", failure: "disk full" };

const finding: FindingView = {
  finding_id: "7",
  version: 1,
  record: "payment",
  transaction_id: TRANSACTION_ID,
  record_id: TRANSACTION_ID,
  merchant_transaction_id: REFERENCE,
  gateway: "stripe",
  problem: "amounts_differ",
  certain: false,
  here: {
    status: "SUCCESS",
    amount: "1499.00",
    currency: "INR",
    gateway_id: "pi_3Q9x1842",
    created_at: AT,
    ended_at: LATER,
  },
  there: {
    status: "SUCCESS",
    amount: "1400.00",
    currency: "INR",
    gateway_id: "pi_3Q9x1842",
    created_at: null,
    ended_at: null,
  },
  there_note: null,
  stake_amount: "99.00",
  stake_currency: "INR",
  state: "open",
  first_seen_at: AT,
  last_seen_at: LATER,
  repair_requested_by: null,
  repair_requested_at: null,
  closed_at: null,
  settlement: null,
};
const certain: FindingView = {
  ...finding,
  finding_id: "8",
  problem: "ended_there",
  certain: true,
  here: { ...finding.here, status: "INITIATED", gateway_id: null, ended_at: null },
};
const unknownThere: FindingView = {
  ...finding,
  finding_id: "9",
  record: "reversal",
  record_id: "pi_3Q9x1843",
  problem: "unknown_there",
  there: null,
  there_note: "No such refund: re_1",
};
const repaired: FindingView = {
  ...certain,
  finding_id: "10",
  state: "repaired",
  closed_at: LATER,
  repair_requested_by: "Asha Rao (asha@example.com)",
};
const settlement: SettlementView = {
  id: "0d4a1c1e-6f6e-4b55-9a34-2f1d1f7a2b01",
  state: "PROPOSED",
  evidence: "The settlement report of 24 November lists 1,400.00 after a correction by the bank.",
  vendorReference: "SR-2026-11-24/318",
  findingVersion: 1,
  proposedBy: "Asha Rao",
  proposedAt: AT,
  isOwn: false,
  decidedBy: null,
  decidedAt: null,
  refusal: null,
};
const decided = { decidedBy: "Farah Khan", decidedAt: LATER };

/** The pages of the reconciliation. */
export function ReconciliationExamples() {
  return (
    <>
      <Example component="OpenSums" state="two currencies, nothing">
        <OpenSums open={stake} />
        <OpenSums open={[]} />
      </Example>
      <Example component="RunsTable" state="daily, in progress, broken">
        <RunsTable runs={[running, run, broken]} />
      </Example>
      <Example component="RunFacts" state="done">
        <RunFacts run={run} />
      </Example>
      <Example component="RunFacts" state="in progress, with records that were not compared">
        <RunFacts run={running} />
      </Example>
      <Example component="RunFacts" state="broken">
        <RunFacts run={broken} />
      </Example>
      <Example component="RunStatus" state="all">
        {(["queued", "running", "done", "broken"] as const).map((state) => (
          <RunStatus key={state} state={state} />
        ))}
      </Example>
      <Example component="Sums" state="two currencies">
        <Sums sums={stake} />
      </Example>
      <Example component="RunAgain" state="closed" opens={[0]}>
        <RunAgain from="2026-11-24" until="2026-11-24" gateway={null} gateways={["simulator", "stripe"]} />
      </Example>
      <Example component="FindingsTable" state="each kind">
        <FindingsTable
          rows={[
            { finding, waits: true },
            {
              finding: { ...certain, assignee: { personId: "1", name: "Asha Rao", isViewer: false } },
              waits: false,
            },
            {
              finding: {
                ...unknownThere,
                assignee: {
                  personId: "2",
                  name: "Somebody with a name that is longer than the others",
                  isViewer: false,
                },
              },
              waits: false,
            },
            { finding: repaired, waits: false },
          ]}
        />
      </Example>
      <Example component="FindingStatus" state="all">
        {[finding, certain, repaired].map((one) => (
          <FindingStatus key={one.finding_id} finding={one} />
        ))}
        <FindingStatus finding={{ state: "settled", certain: false }} />
        <FindingStatus finding={{ state: "gone", certain: false }} />
      </Example>
      <Example component="SideBySide" state="amounts differ">
        <SideBySide finding={finding} />
      </Example>
      <Example component="SideBySide" state="unknown to the gateway">
        <SideBySide finding={unknownThere} />
      </Example>
      <Example component="FindingFacts" state="of a reversal">
        <FindingFacts finding={unknownThere} />
      </Example>
      <Example component="RepairPanel" state="certain" opens={[0]}>
        <RepairPanel finding={certain} mayRepair />
      </Example>
      <Example component="RepairPanel" state="another role, repaired">
        <RepairPanel finding={certain} mayRepair={false} />
        <RepairPanel finding={repaired} mayRepair />
      </Example>
      <Example component="SettlePanel" state="nothing written">
        <SettlePanel finding={finding} settlements={[]} maySettle />
      </Example>
      <Example component="SettlePanel" state="waits for a second person, with earlier evidence">
        <SettlePanel
          finding={finding}
          settlements={[
            settlement,
            { ...settlement, ...decided, id: "2", state: "REFUSED", refusal: "It has changed." },
          ]}
          maySettle
        />
      </Example>
      <Example component="SettlePanel" state="changed since, own">
        <SettlePanel
          finding={{ ...finding, version: 2 }}
          settlements={[{ ...settlement, isOwn: true }]}
          maySettle
        />
      </Example>
      <Example component="SettlePanel" state="outcome unknown">
        <SettlePanel
          finding={finding}
          settlements={[{ ...settlement, ...decided, state: "CONFIRMING" }]}
          maySettle
        />
      </Example>
    </>
  );
}
