import type { RECONCILIATION_OPERATIONS } from "@/lib/contract/ops/reconciliation";
import { type FindingRefusal, repairFinding } from "../../usecases/reconcile/repair-finding";
import { settleByEvidence, type SettleRefusal } from "../../usecases/reconcile/settle-by-evidence";
import { startRun } from "../../usecases/reconcile/start-run";
import {
  readId,
  viewFinding,
  viewFindings,
  viewOpenSums,
  viewRun,
  viewRuns,
} from "../../usecases/reconcile/view-runs";
import { type OpsHandlers, type OpsRefusal, refuseOps, refuseOpsFields } from "./handler";
import { refuseCursor } from "./page";
import { presentFinding, presentRun, presentSum } from "./present-reconciliation";

const NO_RUN = refuseOps(404, "Reconciliation not found.");
const NO_FINDING = refuseOps(404, "Finding not found.");

export const reconciliationHandlers: OpsHandlers<keyof typeof RECONCILIATION_OPERATIONS> = {
  "reconciliation.runs": async (deps, { merchantId }, input) => {
    const page = await viewRuns(deps, merchantId, { cursor: input.cursor ?? null, limit: input.limit });
    if (!page.ok) return refuseCursor();
    const { runs, nextCursor } = page.value;
    const open = await viewOpenSums(deps, merchantId);
    return {
      status: 200,
      body: { runs: runs.map(presentRun), open: open.map(presentSum), next_cursor: nextCursor },
    };
  },

  "reconciliation.run": async (deps, { merchantId }, { run_id: id }) => {
    const view = await viewRun(deps, merchantId, id);
    return view === null ? NO_RUN : { status: 200, body: presentRun(view) };
  },

  "reconciliation.start": async (deps, { merchantId }, input) => {
    const started = await startRun(deps, merchantId, {
      requestId: input.request_id,
      days: { from: input.from, until: input.until },
      gateway: input.gateway ?? null,
      repairs: input.repair,
      requestedBy: input.requested_by ?? null,
    });
    if (started.ok) {
      const view = await viewRun(deps, merchantId, String(started.value.id));
      return view === null ? NO_RUN : { status: 200, body: presentRun(view) };
    }
    switch (started.error.kind) {
      case "invalid_range":
        return refuseOpsFields([started.error.fault]);
      case "unknown_gateway":
        return refuseOpsFields([{ field: "gateway", text: "The service has no such gateway." }]);
      case "running":
        return refuseOps(
          409,
          "A reconciliation of this merchant is in progress. Start another when it has ended.",
        );
    }
  },

  "reconciliation.findings": async (deps, { merchantId }, input) => {
    const page = await viewFindings(
      deps,
      merchantId,
      {
        runId: input.run_id ?? null,
        states: input.state ?? null,
        problem: input.problem ?? null,
        gateway: input.gateway ?? null,
      },
      { cursor: input.cursor ?? null, limit: input.limit },
    );
    if (!page.ok) return refuseCursor();
    const { findings, nextCursor } = page.value;
    return { status: 200, body: { findings: findings.map(presentFinding), next_cursor: nextCursor } };
  },

  "reconciliation.finding": async (deps, { merchantId }, { finding_id: id }) => {
    const finding = await viewFinding(deps, merchantId, id);
    return finding === null ? NO_FINDING : { status: 200, body: presentFinding(finding) };
  },

  "reconciliation.repair": async (deps, { merchantId }, input) => {
    const id = readId(input.finding_id);
    if (id === null) return NO_FINDING;
    const by = input.requested_by ?? null;
    const repaired = await repairFinding(deps, merchantId, { id, version: input.version, by });
    return repaired.ok
      ? { status: 200, body: presentFinding(repaired.value) }
      : refuseFinding(repaired.error);
  },

  "reconciliation.settle": async (deps, { merchantId }, input) => {
    const id = readId(input.finding_id);
    if (id === null) return NO_FINDING;
    const settled = await settleByEvidence(deps, merchantId, {
      id,
      version: input.version,
      settlement: {
        id: input.settlement_id,
        evidence: input.evidence,
        vendorReference: input.vendor_reference,
        proposedBy: input.proposed_by,
        confirmedBy: input.confirmed_by,
      },
    });
    return settled.ok ? { status: 200, body: presentFinding(settled.value) } : refuseFinding(settled.error);
  },
};

function refuseFinding(refusal: FindingRefusal | SettleRefusal): OpsRefusal {
  switch (refusal.kind) {
    case "not_found":
      return NO_FINDING;
    case "busy":
      return refuseOps(
        409,
        "The record is being compared or repaired at this moment. Try again in a few seconds.",
      );
    case "changed":
      return refuseOps(409, "The finding has changed. Look at it again.");
    case "closed":
      return refuseOps(
        409,
        "The finding is closed: the record agrees with its gateway again, or it was settled.",
      );
    case "not_certain":
      return refuseOps(409, "Only a person can decide about this finding: settle it by evidence.");
    case "certain":
      return refuseOps(409, "This finding can be repaired, and is not settled by evidence.");
    case "unanswered":
      return refuseOps(
        409,
        `The gateway gave no usable response, and nothing was changed: ${refusal.reason}`,
      );
    case "same_person":
      return refuseOpsFields([{ field: "confirmed_by", text: "Must be another person than proposed_by." }]);
  }
}
