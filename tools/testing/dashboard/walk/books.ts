import type { RefundStatus } from "@/lib/contract/statuses";
import type { RefundIntentState } from "@/lib/refunds/refund-intent-view";

/** A refund as the scripted service recorded it. Steps are numbers of the walk; amounts are in paise. */
export type SentRefund = {
  refundId: string;
  /** The id of the intent that it was made for: its Idempotency-Key. */
  key: string;
  transactionId: string;
  amountPaise: bigint;
  status: RefundStatus;
  /** In the order in which the service accepted them. */
  position: number;
  step: number;
  failedStep: number | null;
  /** The gateway paid it although it had failed. */
  paidLateStep: number | null;
};

/** An intent as the dashboard has it. */
export type BookedIntent = {
  id: string;
  transactionId: string;
  amountPaise: bigint;
  state: RefundIntentState;
  refundId: string | null;
  refundStatus: RefundStatus | null;
  isPaidLate: boolean;
  requestedById: string;
  /** Null: no second person was needed. */
  approval: { requestedById: string; decidedById: string | null; isApproved: boolean } | null;
  /** The step in which it was decided, the last time when it was decided again. */
  decidedStep: number;
};

export type BookedRow = {
  id: string;
  runId: string;
  state: string;
  /** As which it is counted and summed. */
  countedState: string;
};

export type BookedManual = {
  id: string;
  transactionId: string;
  amountPaise: bigint;
  /** Waiting or confirmed. */
  isHeld: boolean;
  step: number;
  endedStep: number | null;
};

/** A refund request while nobody has decided on it. */
export type BookedRequest = {
  id: string;
  transactionId: string;
  step: number;
  /** The step in which it was accepted, declined or withdrawn. */
  endedStep: number | null;
};

export type Books = {
  step: number;
  paid: ReadonlyMap<string, bigint>;
  sent: readonly SentRefund[];
  intents: readonly BookedIntent[];
  rows: readonly BookedRow[];
  manual: readonly BookedManual[];
  /** What people named when they confirmed a refund as separate, by its id: intents, runs, manual refunds, lines, refund requests. */
  confirmed: ReadonlyMap<string, ReadonlySet<string>>;
  /** The refund request that a refund accepted, with a gateway or without, by its id. */
  requests: ReadonlyMap<string, string>;
  waiting: readonly BookedRequest[];
  /** By payment: how much more was out than in right after a late payment, which no decision here could prevent. */
  excused: ReadonlyMap<string, bigint>;
  /** What each person may refund alone in a step, in paise; null for any amount. */
  aloneUpTo: (personId: string, step: number) => bigint | null;
  /** The steps in which refunds were held after a restore. */
  heldSteps: ReadonlySet<number>;
};

/** What is left when all jobs have run and everything was decided. */
export type Rest = {
  open: readonly string[];
  /** By payment, as the dashboard shows it. */
  left: ReadonlyMap<string, bigint>;
};
