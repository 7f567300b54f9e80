import type { PaymentMethod } from "../contract/statuses";
import type { CancelPaymentInput } from "./cancel-view";
import type { ServiceError } from "../service-error";

/** Payments that wait for their customer for longer than they should. */
export type StuckView =
  | {
      kind: "found";
      /** Oldest first, unless `order` says otherwise. */
      rows: StuckRow[];
      /** `newest` where so many are equally old that the oldest could not be told apart. */
      order: "oldest" | "newest";
      /** Where the next page begins; null when these are all. */
      next: string | null;
      /** Cancels from this list that are under way now, whoever started them. */
      live: { runId: string; by: string; rowCount: number; isPaused: boolean } | null;
      checkedAt: string;
    }
  | { kind: "not_offered" }
  | { kind: "trouble"; trouble: ServiceError };

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

/** As many as the list shows at once. */
export const MAX_CANCELLED_AT_ONCE = 100;

export type CancelStuckInput = {
  /** A UUID made when the question was asked: one run, however often it is sent. */
  runId: string;
  targets: CancelPaymentInput[];
};

export type CancelStuckOutcome =
  | { kind: "started"; runId: string }
  | { kind: "invalid" }
  | { kind: "forbidden" }
  | { kind: "signed_out" };
