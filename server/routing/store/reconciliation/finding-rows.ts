import type { Money, Problem, RecordFacts, RecordKind } from "../../domain/reconciliation/finding";

export type FindingState = "open" | "repaired" | "settled" | "gone";

/** What identifies a compared record: `recordId` is the id of the payment, refund, or of a reversal's charge. */
export type RecordKey = { merchantId: number; record: RecordKind; paymentId: string; recordId: string };

export type Settlement = {
  id: string;
  evidence: string;
  vendorReference: string;
  proposedBy: string;
  confirmedBy: string;
};

export type StoredFinding = RecordKey & {
  id: bigint;
  reference: string | null;
  gateway: string;
  problem: Problem;
  isCertain: boolean;
  here: RecordFacts;
  there: RecordFacts | null;
  /** What the gateway said instead of a record. */
  thereNote: string | null;
  stake: Money;
  state: FindingState;
  /** Grows when what was found changes. */
  version: number;
  firstSeenAt: Date;
  lastSeenAt: Date;
  repairRequestedAt: Date | null;
  repairRequestedBy: string | null;
  closedAt: Date | null;
  settlement: Settlement | null;
};

/** A disagreement that a comparison has found. */
export type NewFinding = Pick<
  StoredFinding,
  | "merchantId"
  | "record"
  | "paymentId"
  | "recordId"
  | "reference"
  | "gateway"
  | "problem"
  | "isCertain"
  | "here"
  | "there"
  | "thereNote"
  | "stake"
>;

/** A row of `reconciliation_findings`, with the columns of {@link COLUMNS}. */
export type Row = {
  merchant_id: number;
  id: bigint;
  record: RecordKind;
  payment_id: string;
  record_id: string;
  reference: string | null;
  gateway: string;
  problem: Problem;
  is_certain: boolean;
  here: RecordFacts;
  there: RecordFacts | null;
  there_note: string | null;
  stake_paise: bigint;
  stake_currency: string;
  state: FindingState;
  version: number;
  first_seen_at: Date;
  last_seen_at: Date;
  repair_requested_at: Date | null;
  repair_requested_by: string | null;
  closed_at: Date | null;
  settlement: Settlement | null;
};

export const COLUMNS = `f.merchant_id, f.id, f.record, f.payment_id, f.record_id, f.reference, f.gateway, f.problem, f.is_certain,
  f.here, f.there, f.there_note, f.stake_paise, f.stake_currency, f.state, f.version, f.first_seen_at, f.last_seen_at,
  f.repair_requested_at, f.repair_requested_by, f.closed_at, f.settlement`;

export function findingFrom(row: Row): StoredFinding {
  return {
    merchantId: row.merchant_id,
    id: row.id,
    record: row.record,
    paymentId: row.payment_id,
    recordId: row.record_id,
    reference: row.reference,
    gateway: row.gateway,
    problem: row.problem,
    isCertain: row.is_certain,
    here: row.here,
    there: row.there,
    thereNote: row.there_note,
    stake: { paise: row.stake_paise, currency: row.stake_currency },
    state: row.state,
    version: row.version,
    firstSeenAt: row.first_seen_at,
    lastSeenAt: row.last_seen_at,
    repairRequestedAt: row.repair_requested_at,
    repairRequestedBy: row.repair_requested_by,
    closedAt: row.closed_at,
    settlement: row.settlement,
  };
}
