import type { PaymentMethod } from "./contract/statuses";
import type { CancelOutcome, CancelPaymentInput, ServiceTrouble } from "./views";

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
      checkedAt: string;
    }
  | { kind: "not_offered" }
  | { kind: "trouble"; trouble: ServiceTrouble };

export type StuckRow = {
  transactionId: string;
  reference: string;
  amount: string;
  currency: string;
  createdAt: string;
  expiresAt: string;
  gateway: string | null;
  method: PaymentMethod | null;
};

/** How many are cancelled by one call of the server: little enough to show how far it is, and to stop soon. */
export const CANCEL_BATCH = 4;

export type CancelStuckInput = { targets: CancelPaymentInput[] };

export type CancelStuckOutcome =
  | { kind: "done"; results: CancelledRow[] }
  | { kind: "invalid" }
  | { kind: "forbidden" }
  | { kind: "signed_out" };

export type CancelledRow = {
  transactionId: string;
  outcome:
    | CancelOutcome
    /** It could not be written down that it was asked for, so nothing was sent. */
    | { kind: "not_recorded" };
  /** When the customer paid, where that is why it was not cancelled and the service tells it. */
  paidAt: string | null;
};
