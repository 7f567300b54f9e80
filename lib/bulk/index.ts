import type { ApprovalState } from "../approvals/approval-views";
import type { Permission } from "../can";
import type { OpenAlert } from "../contract/payment-alerts";
import type { PaymentStatus, RefundStatus } from "../contract/statuses";
import type { OutsideRefundsView } from "../refunds/balance-view";
import type { ServiceError } from "../service-error";
import type { BulkFault, BulkFileFault } from "./faults";
import type { BulkColumn, BulkFilePreview, BulkKind, BulkSource } from "./kinds";

export {
  type BulkFault,
  type BulkFileFault,
  type BulkReserver,
  duplicateSubjects,
  isLikelyDuplicate,
  LIKELY_DUPLICATE_KINDS,
  type LikelyDuplicate,
} from "./faults";
export {
  BULK_KINDS,
  type BulkColumn,
  type BulkFilePreview,
  type BulkKind,
  type BulkLayout,
  type BulkSource,
} from "./kinds";

/** The permission that each kind needs in addition to `run_bulk`. */
export const BULK_PERMISSIONS = {
  refund: "refund_payment",
  cancel: "cancel_payment",
  lookup: "view_payments",
} as const satisfies Record<BulkKind, Permission>;

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
/** The header of an upload of refunds with the reason for rows without one, percent-encoded, written like a cell. */
export const BULK_REASON_HEADER = "refund-reason";
/** The header of an upload whose columns a person chose, with the {@link BulkLayout}, as percent-encoded JSON. */
export const BULK_LAYOUT_HEADER = "file-layout";

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
 * Whether a run can still change: it has not ended, or some of its refunds are pending and not left to people. One that waits
 * to be started counts: another person can start, resume or stop it meanwhile.
 */
export function canBulkRunChange(run: Pick<BulkRunView, "state" | "counts" | "leftToPeople">): boolean {
  const { state } = run;
  const isOver = state === "stopped" || state === "ended" || state === "discarded";
  return !isOver || openOutcomes(run) > 0;
}

/** How many rows were sent, and will have an outcome without anybody's help. */
export function openOutcomes({ counts, leftToPeople }: Pick<BulkRunView, "counts" | "leftToPeople">): number {
  return counts.sending + counts.accepted + counts.unknown - leftToPeople;
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
  serviceError: ServiceError["kind"] | null;
  rowCount: number;
  counts: Record<BulkRowState, number>;
  /** How many of the unknown rows only a person can find out: the service offers nothing to find them by. */
  leftToPeople: number;
  /** The total amounts of the rows that were sent or will be. */
  totals: BulkTotal[];
  /** The outcomes that any rows of a run of refunds have; empty for other runs. */
  outcomes: BulkOutcome[];
};

export type BulkApproval = {
  approvalId: string;
  state: ApprovalState;
  decidedBy: string | null;
  note: string | null;
  requestedAt: string;
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
  /** The rows that the viewer can choose at once to fulfil the refund requests of their payments: how many, and a sign of which. */
  asked: { rows: number; sign: string };
  /** Stands for the rows that a start would send and the refund requests that they fulfil: it starts no others. */
  sign: string;
  /** The newest started run with exactly the same rows. */
  sameFile: BulkRepeat | null;
};

export type BulkRowView = {
  rowId: string;
  position: number;
  line: number;
  reference: string;
  transactionId: string | null;
  /** The amount as written, if it is no valid amount. */
  amount: string | null;
  currency: string | null;
  isTest: boolean;
  reason: string | null;
  /** The code of the listed reason; null for a text of its own, or none. */
  reasonCode: string | null;
  state: BulkRowState;
  faults: BulkFault[];
  message: string | null;
  /** Who confirmed the row although it is a likely duplicate. */
  confirmedBy: string | null;
  /** The refund request that it fulfils, as that person chose. */
  fulfilsRequest: string | null;
  found: BulkFound | null;
  refundId: string | null;
  refundStatus: RefundStatus | null;
  /** Refunds outside the dashboard when the row was checked; null once it is sent. */
  outside: OutsideRefundsView | null;
  /** Whether the payment's money may be gone, when the row was checked; null once it is sent. */
  alert: OpenAlert | null;
};

export type BulkRowPage = { rows: BulkRowView[]; next: number | null };

export type CreateBulkOutcome =
  | { kind: "created"; runId: string }
  /** It is not certain what its columns mean. Nothing was stored. */
  | { kind: "choose_columns"; preview: BulkFilePreview }
  | { kind: "file_fault"; fault: BulkFileFault }
  | { kind: "invalid" }
  | { kind: "forbidden" }
  | { kind: "signed_out" };

export type StartBulkInput = {
  runId: string;
  /** The number of rows as typed. */
  count: string;
  /** The totals as typed, by currency. */
  totals: Record<string, string>;
  /** The dialog said that the run needs approval, so it must not start without one (decision 0120). */
  isApprovalExpected: boolean;
  /** The `sign` of the {@link BulkRunPage} that was shown. */
  sign: string;
};

/** Its refund's status stays FAILURE, yet the amount was refunded (decision 0213). */
export function isPaidLate({ state, refundStatus }: Pick<BulkRowView, "state" | "refundStatus">): boolean {
  return state === "done" && refundStatus === "FAILURE";
}

/** `seen`: the {@link duplicateSubjects} that the page showed; a confirmation covers no others. */
export type ConfirmBulkRowInput = {
  runId: string;
  rowId: string;
  isMeant: boolean;
  /** It fulfils the refund request of its payment that waits, and is not in addition to it. */
  fulfils?: boolean;
  seen: string[];
};

/** `sign`: that of the rows and requests that the page showed. */
export type FulfilBulkRequestsInput = { runId: string; sign: string };

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
  /** Somebody has changed which rows are sent, or what they fulfil, since the page was loaded. Nothing was started. */
  | { kind: "choices_changed" }
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
  /** It needs approval, and a row is in progress that the request would not contain. Nothing was resumed. */
  | { kind: "rows_in_progress" }
  /** Its state changed meanwhile; this is the current one. */
  | { kind: "overtaken"; state: BulkRunState }
  /** The row is no likely duplicate any more, or another person confirmed it. */
  | { kind: "row_changed" }
  /** The request that the row would fulfil is the person's own (decision 0278). */
  | { kind: "own_request" }
  | { kind: "not_found" }
  | { kind: "forbidden" }
  | { kind: "signed_out" };
