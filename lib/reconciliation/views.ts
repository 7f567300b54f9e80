import type { OpsResult } from "../contract/ops";

/** The most days of one comparison. */
export const MAX_RUN_DAYS = 31;

/** A comparison with the gateways, as the service reports it. */
export type RunView = OpsResult<"reconciliation.run">;
/** A record that disagrees with its gateway. */
export type FindingView = OpsResult<"reconciliation.finding">;

/** Whether a run goes on. */
export function isUnfinished({ state }: Pick<RunView, "state">): boolean {
  return state === "queued" || state === "running";
}

/** `CONFIRMING`: confirmed here, and the service's response is not known yet. */
export const SETTLEMENT_STATES = ["PROPOSED", "CONFIRMING", "CONFIRMED", "WITHDRAWN", "REFUSED"] as const;
export type SettlementState = (typeof SETTLEMENT_STATES)[number];

export const MAX_EVIDENCE = 2_000;
export const MAX_VENDOR_REFERENCE = 255;

/** What one person has written to settle a finding, and what became of it. */
export type SettlementView = {
  id: string;
  state: SettlementState;
  evidence: string;
  vendorReference: string;
  /** The version of the finding that the evidence is about. */
  findingVersion: number;
  proposedBy: string;
  proposedAt: string;
  isOwn: boolean;
  decidedBy: string | null;
  decidedAt: string | null;
  /** Why the service refused it. */
  refusal: string | null;
};

/** Fields of the evidence that a form can be wrong in. */
export type EvidenceFault = {
  field: "evidence" | "vendorReference";
  fault: "missing" | "too_long" | "unstorable" | "card_number";
};

export type SettlementOutcome =
  | { kind: "done" }
  | { kind: "invalid"; faults: readonly EvidenceFault[] }
  /** One's own evidence is confirmed by somebody else. */
  | { kind: "own" }
  /** There is one already, or it was decided meanwhile. */
  | { kind: "closed" }
  /** The finding has changed since: the evidence is about something else. */
  | { kind: "changed"; message: string }
  | { kind: "not_found" }
  | { kind: "not_offered" }
  /** The service was not reached: nothing was settled. */
  | { kind: "not_sent" }
  /** Sent, without a usable response. */
  | { kind: "unknown" }
  | { kind: "forbidden" }
  | { kind: "signed_out" };
