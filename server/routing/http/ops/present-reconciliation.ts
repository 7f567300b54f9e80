import type { OpsBody } from "@/lib/contract/ops";
import { formatPaise } from "@/lib/money";
import type { RunView, viewFinding } from "../../usecases/reconcile/view-runs";

type StoredFinding = NonNullable<Awaited<ReturnType<typeof viewFinding>>>;
type Facts = StoredFinding["here"];
type RunBody = OpsBody<"reconciliation.run">;
type FindingBody = OpsBody<"reconciliation.finding">;

/** A run in its wire format. What is neither a finding nor not compared has matched. */
export function presentRun({ run, sums }: RunView): RunBody {
  const { visited } = run;
  const all = visited.payment + visited.refund + visited.reversal + visited.finding + visited.earlier;
  const notCompared = run.notCompared.reduce((sum, { count }) => sum + count, 0);
  const countOf = (state: StoredFinding["state"]): number =>
    sums.filter((sum) => sum.state === state).reduce((count, sum) => count + sum.count, 0);
  const found = sums.reduce((count, sum) => count + sum.count, 0);
  return {
    run_id: String(run.id),
    source: run.source,
    from: run.days.from,
    until: run.days.until,
    gateway: run.gateway,
    repairs: run.repairs,
    requested_by: run.requestedBy,
    state: run.state,
    requested_at: run.requestedAt.toISOString(),
    started_at: run.startedAt?.toISOString() ?? null,
    finished_at: run.finishedAt?.toISOString() ?? null,
    failure: run.failure,
    planned: run.planned,
    visited: {
      payments: visited.payment,
      refunds: visited.refund,
      reversals: visited.reversal,
      findings: visited.finding,
      earlier_payments: visited.earlier,
    },
    compared: all - notCompared,
    // While it runs, findings are stored before the progress that counts them.
    matched: Math.max(0, all - notCompared - found),
    not_compared: run.notCompared,
    repaired: countOf("repaired"),
    settled: countOf("settled"),
    gone: countOf("gone"),
    left: countOf("open"),
    at_stake: sums.filter(({ state }) => state === "open").map(presentSum),
  };
}

export function presentSum(sum: {
  currency: string;
  paise: bigint;
  count: number;
}): RunBody["at_stake"][number] {
  return { currency: sum.currency, amount: formatPaise(sum.paise), count: sum.count };
}

/** A finding in its wire format. */
export function presentFinding(finding: StoredFinding): FindingBody {
  const { settlement } = finding;
  return {
    finding_id: String(finding.id),
    version: finding.version,
    record: finding.record,
    transaction_id: finding.paymentId,
    record_id: finding.recordId,
    merchant_transaction_id: finding.reference,
    gateway: finding.gateway,
    problem: finding.problem,
    certain: finding.isCertain,
    here: presentFacts(finding.here),
    there: finding.there === null ? null : presentFacts(finding.there),
    there_note: finding.thereNote,
    stake_amount: formatPaise(finding.stake.paise),
    stake_currency: finding.stake.currency,
    state: finding.state,
    first_seen_at: finding.firstSeenAt.toISOString(),
    last_seen_at: finding.lastSeenAt.toISOString(),
    repair_requested_by: finding.repairRequestedBy,
    repair_requested_at: finding.repairRequestedAt?.toISOString() ?? null,
    closed_at: finding.closedAt?.toISOString() ?? null,
    settlement:
      settlement === null
        ? null
        : {
            settlement_id: settlement.id,
            evidence: settlement.evidence,
            vendor_reference: settlement.vendorReference,
            proposed_by: settlement.proposedBy,
            confirmed_by: settlement.confirmedBy,
          },
  };
}

function presentFacts({
  status,
  amount,
  currency,
  gatewayId,
  createdAt,
  endedAt,
}: Facts): FindingBody["here"] {
  return {
    status,
    amount,
    currency,
    gateway_id: gatewayId,
    created_at: createdAt,
    ended_at: endedAt,
  };
}
