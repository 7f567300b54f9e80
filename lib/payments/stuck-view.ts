import type { BulkRunName } from "../bulk/run-name";
import type { PaymentMethod } from "../contract/statuses";
import type { CancelPaymentInput } from "./cancel-view";
import type { ServiceError } from "../service-error";

/** Payments that are initiated for longer than a limit. */
export type StuckView =
  | {
      kind: "found";
      /** Oldest first, unless `order` says otherwise. */
      rows: StuckRow[];
      /** `newest` where too many are equally old to find the oldest. */
      order: "oldest" | "newest";
      /** The cursor of the next page; null on the last one. */
      next: string | null;
      /** A run of cancels from this list that is in progress, started by anyone. */
      live: { runId: string; run: BulkRunName; isPaused: boolean } | null;
      checkedAt: string;
    }
  | { kind: "not_offered" }
  | { kind: "service_error"; serviceError: ServiceError };

export type StuckRow = {
  transactionId: string;
  reference: string;
  amount: string;
  currency: string;
  createdAt: string;
  expiresAt: string;
  gateway: string | null;
  method: PaymentMethod | null;
  isTest: boolean;
};

/** The list shows this many at once. */
export const MAX_CANCELLED_AT_ONCE = 100;

export type CancelStuckInput = {
  /** A UUID created when the dialog opened: one run, however often it is sent. */
  runId: string;
  targets: CancelPaymentInput[];
};

export type CancelStuckOutcome =
  | { kind: "started"; runId: string }
  | { kind: "invalid" }
  /** A run with this id was started with other payments. */
  | { kind: "conflict" }
  | { kind: "forbidden" }
  | { kind: "signed_out" };
