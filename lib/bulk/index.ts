import type { ApprovalState } from "../approvals/approval-views";
import type { Permission } from "../can";
import type { PaymentStatus, RefundStatus } from "../contract/statuses";
import type { ServiceError } from "../service-error";
import type { BulkKind, BulkSource } from "./kinds";
import type { BulkRunName } from "./run-name";

export { BULK_KINDS, type BulkKind, type BulkSource } from "./kinds";

/** The permission that each kind needs in addition to `run_bulk`. */
export const BULK_PERMISSIONS = {
  refund: "refund_payment",
  cancel: "cancel_payment",
  lookup: "view_payments",
} as const satisfies Record<BulkKind, Permission>;

export type BulkColumn = "reference" | "amount" | "reason" | "transaction_id";

/** The columns in the order used for a file without a header. */
export const BULK_COLUMNS = {
  refund: ["reference", "amount", "reason", "transaction_id"],
  cancel: ["reference", "transaction_id"],
  lookup: ["reference"],
} as const satisfies Record<BulkKind, readonly BulkColumn[]>;

export const BULK_REQUIRED_COLUMNS = {
  refund: ["reference", "amount"],
  cancel: ["reference"],
  lookup: ["reference"],
} as const satisfies Record<BulkKind, readonly BulkColumn[]>;

export const MAX_BULK_ROWS = 5_000;
export const MAX_BULK_BYTES = 2 * 1024 * 1024;

export const BULK_RUN_STATES = [
  /** Its rows are being checked against the service; nothing has been sent. */
  "checking",
  /** Waits for a person to confirm it. */
  "checked",
  /** Confirmed, and above a threshold: waits for an approver. */
  "awaiting_approval",
  "running",
  "paused",
  /** Ended by a person; rows that were not sent never will be. */
  "stopped",
  "ended",
  /** Discarded before it was started. */
  "discarded",
] as const;
export type BulkRunState = (typeof BULK_RUN_STATES)[number];

export const BULK_ROW_STATES = [
  "unchecked",
  /** Cannot be sent; the row says why. */
  "problem",
  /** Left out unless a person confirms it. */
  "likely_duplicate",
  "ready",
  "sending",
  /** The service has accepted its refund, whose status is not final yet. */
  "accepted",
  /** Its refund has succeeded or was paid late, its payment is cancelled, or its lookup has a result. */
  "done",
  /** Its refund has failed: the amount is back in the payment's balance. */
  "failed",
  /** The service refused it. */
  "refused",
  /** Sent, outcome unknown; its amount stays reserved. */
  "unknown",
  /** Certainly nothing happened. */
  "not_sent",
  /** Had a problem when the run was started, and was left out. */
  "skipped",
] as const;
export type BulkRowState = (typeof BULK_ROW_STATES)[number];

/** Why a run is paused until a person does something. */
export const BULK_PAUSE_CAUSES = [
  "person",
  "not_allowed",
  "key_refused",
  "many_unknown",
  "other_service",
  "not_approved",
  /** It was running in a restored backup. */
  "restored",
  "account_closed",
] as const;
export type BulkPauseCause = (typeof BULK_PAUSE_CAUSES)[number];

/** Why a whole file cannot be read. */
export type BulkFileFault =
  | { kind: "empty" }
  | { kind: "too_large"; maxBytes: number }
  | { kind: "too_many_rows"; max: number }
  /** Neither UTF-8 nor UTF-16 with a byte order mark. */
  | { kind: "encoding" }
  | { kind: "quotes"; lines: number[] }
  | { kind: "missing_columns"; columns: BulkColumn[] }
  | { kind: "column_twice"; column: BulkColumn };

/** What is wrong with a row, or what happened to it. Messages of the service are separate, in `message`. */
export type BulkFault =
  | { kind: "empty"; column: BulkColumn }
  | { kind: "too_long"; column: BulkColumn; max: number }
  | { kind: "bad_character"; column: BulkColumn }
  /** `valid`: the reasons that could be given. */
  | { kind: "unknown_reason"; valid: { code: string; name: string }[] }
  | { kind: "reason_needs_text"; code: string }
  /** None is given, and an admin requires one. `valid`: the reasons that could be given. */
  | { kind: "reason_missing"; valid: { code: string; name: string }[] }
  | { kind: "bad_amount" }
  | { kind: "zero_amount" }
  /** The sign in front of the amount is not that of the payment's `currency`. */
  | { kind: "other_currency"; currency: string }
  | { kind: "too_many_cells"; expected: number; found: number }
  | { kind: "same_as_line"; line: number }
  | { kind: "not_found" }
  | { kind: "other_reference" }
  | { kind: "several_paid" }
  | { kind: "not_latest" }
  /** A cancel was sent; the reference has a newer payment, and the service cancels the newest. */
  | { kind: "newer_may_be_cancelled" }
  | { kind: "status"; status: PaymentStatus }
  /** `left` is the payment's remaining balance. */
  | { kind: "exceeds"; left: string; currency: string }
  /** `left` is what the rows above leave of the remaining balance. */
  | { kind: "exceeds_above"; left: string; currency: string }
  /** It would fit, but something else reserves `reserved`. */
  | ({ kind: "reserved"; left: string; reserved: string; currency: string } & BulkReserver & NamedRun)
  /** More than the role of the person for whom the run sends refunds of one payment (decision 0304). */
  | { kind: "above_limit"; left: string; currency: string }
  | { kind: "refund_open" }
  | { kind: "already_cancelled" }
  | { kind: "stopped" }
  | { kind: "needs_approval" }
  | { kind: "conflict" }
  | LikelyDuplicate;

/** What the other run is called: in views alone, not in the database. */
type NamedRun = { run?: BulkRunName };

/** What reserves an amount of a payment: a bulk run, a refund that waits for approval, or a refund request (0294). */
export type BulkReserver =
  | { runId: string; approvalId: null; requestId?: null }
  | { runId: null; approvalId: string; requestId?: null }
  | { runId: null; approvalId: null; requestId: string };

/** Why a row is a likely duplicate: the same amount of the same payment is, or was, refunded elsewhere. */
export type LikelyDuplicate =
  /** A row above, with another reason. */
  | { kind: "same_payment_as_line"; line: number }
  /** A row of a run that was started. */
  | ({ kind: "in_other_run"; runId: string; by: string; at: string } & NamedRun)
  /** A refund that was not made by a bulk run; `refundId` is null while its outcome is unknown. */
  | { kind: "refunded_before"; intentId: string; refundId: string | null; by: string; at: string }
  /** A single refund that is waiting for approval. */
  | { kind: "request_waits"; approvalId: string; by: string; at: string }
  /** Recorded as returned without a gateway (decision 0289). */
  | { kind: "returned_manually"; manualRefundId: string; by: string; at: string };

export const LIKELY_DUPLICATE_KINDS: readonly BulkFault["kind"][] = [
  "same_payment_as_line",
  "in_other_run",
  "refunded_before",
  "request_waits",
  "returned_manually",
] satisfies LikelyDuplicate["kind"][];

export function isLikelyDuplicate(fault: BulkFault): fault is LikelyDuplicate {
  return LIKELY_DUPLICATE_KINDS.includes(fault.kind);
}

/** Comparable texts that identify the likely duplicates of a row, without their display data. */
export function duplicateSubjects(faults: readonly BulkFault[]): string[] {
  return faults.filter(isLikelyDuplicate).map((fault) => {
    switch (fault.kind) {
      case "same_payment_as_line":
        return `${fault.kind} ${fault.line}`;
      case "in_other_run":
        return `${fault.kind} ${fault.runId}`;
      case "refunded_before":
        return `${fault.kind} ${fault.intentId}`;
      case "request_waits":
        return `${fault.kind} ${fault.approvalId}`;
      case "returned_manually":
        return `${fault.kind} ${fault.manualRefundId}`;
    }
  });
}

export type BulkFound = {
  transactionId: string;
  status: PaymentStatus;
  amount: string;
  currency: string;
  createdAt: string;
  gatewayTransactionId: string | null;
  records: number;
  /** Absent before the row is stored. */
  isTest?: boolean;
};

/** The outcomes of sent rows; every such row has exactly one. */
export const BULK_OUTCOMES = {
  refunded: ["done"],
  in_progress: ["sending", "accepted"],
  unknown: ["unknown"],
  failed: ["failed", "refused"],
} as const satisfies Record<string, readonly BulkRowState[]>;
export type BulkOutcomeKind = keyof typeof BULK_OUTCOMES;
export const BULK_OUTCOME_KINDS = Object.keys(BULK_OUTCOMES) as BulkOutcomeKind[];

/** The number of rows with an outcome in a run of refunds, and their total amounts. */
export type BulkOutcome = { kind: BulkOutcomeKind; rows: number; totals: BulkTotal[] };

/**
 * Whether a run can still change: it has not ended, or some of its refunds are pending. One that waits for a person
 * counts: another person can start, resume or stop it meanwhile.
 */
export function canBulkRunChange({ state, counts }: Pick<BulkRunView, "state" | "counts">): boolean {
  const isOver = state === "stopped" || state === "ended" || state === "discarded";
  return !isOver || openOutcomes(counts) > 0;
}

/** How many rows were sent and have no final outcome. */
export function openOutcomes(counts: BulkRunView["counts"]): number {
  return counts.sending + counts.accepted + counts.unknown;
}

/** `testAmount`: the part of the amount that belongs to test payments, for which no money moves; null if none does. */
export type BulkTotal = { currency: string; amount: string; testAmount: string | null };

export type BulkRepeat = { runId: string; startedAt: string; by: string };

export type BulkRunView = {
  runId: string;
  kind: BulkKind;
  source: BulkSource;
  /** Null for rows that are not from a file. */
  fileName: string | null;
  state: BulkRunState;
  createdBy: string;
  createdAt: string;
  /** The person it runs for: the one who started or last resumed it. */
  actingPerson: string | null;
  startedAt: string | null;
  endedAt: string | null;
  pauseCause: BulkPauseCause | null;
  /** Until when it makes no calls to the service, and why. */
  waitsUntil: string | null;
  trouble: ServiceError["kind"] | null;
  rowCount: number;
  counts: Record<BulkRowState, number>;
  /** The total amounts of the rows that were sent or will be. */
  totals: BulkTotal[];
  /** Of a run of refunds, the outcomes with any rows; else none. */
  outcomes: BulkOutcome[];
};

export type BulkApproval = {
  approvalId: string;
  state: ApprovalState;
  decidedBy: string | null;
  note: string | null;
  expiresAt: string;
};

export type BulkRunPage = {
  run: BulkRunView;
  ignoredColumns: string[];
  /** Whether the viewer may start, pause, resume and stop it. */
  mayRun: boolean;
  /** Whether it would request approval if the viewer started or resumed it now. */
  isApprovalNeeded: boolean;
  /** Refunds are on hold after a restore: none of its refunds is sent (decision 0237). */
  isOnHold: boolean;
  /** The newest request for its approval. */
  approval: BulkApproval | null;
  /** It was made for another service than the dashboard uses now. */
  isOtherService: boolean;
  /** The newest started run with exactly the same rows. */
  sameFile: BulkRepeat | null;
};

export type BulkRowView = {
  rowId: string;
  position: number;
  line: number;
  reference: string;
  transactionId: string | null;
  /** As written, if it is no valid amount. */
  amount: string | null;
  currency: string | null;
  isTest: boolean;
  reason: string | null;
  state: BulkRowState;
  faults: BulkFault[];
  message: string | null;
  /** Who confirmed the row although it is a likely duplicate. */
  confirmedBy: string | null;
  found: BulkFound | null;
  refundId: string | null;
  refundStatus: RefundStatus | null;
};

export type BulkRowPage = { rows: BulkRowView[]; next: number | null };

export type CreateBulkOutcome =
  | { kind: "created"; runId: string }
  | { kind: "file_fault"; fault: BulkFileFault }
  | { kind: "invalid" }
  | { kind: "forbidden" }
  | { kind: "signed_out" };

export type StartBulkInput = {
  runId: string;
  /** As typed. */
  count: string;
  /** By currency, as typed. */
  totals: Record<string, string>;
  /** The dialog said that the run needs approval, so it must not start without one (decision 0120). */
  isApprovalExpected: boolean;
};

/** `seen`: the {@link duplicateSubjects} that the page showed; a confirmation covers no others. */
export type ConfirmBulkRowInput = { runId: string; rowId: string; isMeant: boolean; seen: string[] };

export type StartBulkOutcome =
  | { kind: "started" }
  | { kind: "awaits_approval" }
  /** The dialog said that it needs approval, and it needs none any more. Nothing was started. */
  | { kind: "approval_not_needed" }
  /** Another person was first, or it has ended. */
  | { kind: "not_startable"; state: BulkRunState }
  /** What was typed is not what would be sent. */
  | { kind: "mismatch"; count: boolean; currencies: string[] }
  /** The number of rows that became ready, or stopped being ready, since the check. Nothing was started. */
  | { kind: "rows_changed"; rows: number }
  | { kind: "nothing_ready" }
  | { kind: "not_found" }
  | { kind: "forbidden" }
  | { kind: "signed_out" };

export type SteerBulkOutcome =
  | { kind: "done" }
  /** Resuming it needs approval first. */
  | { kind: "awaits_approval" }
  /** The page said that it needs approval, and it needs none any more. Nothing was resumed. */
  | { kind: "approval_not_needed" }
  /** Its state changed meanwhile; this is the current one. */
  | { kind: "overtaken"; state: BulkRunState }
  /** The row is no likely duplicate any more, or another person confirmed it. */
  | { kind: "row_changed" }
  | { kind: "not_found" }
  | { kind: "forbidden" }
  | { kind: "signed_out" };
