import type { RefundIntentView } from "../refunds/refund-intent-view";
import type { ServiceError } from "../service-error";
import type { ContactView } from "./contact-view";
import type { PaymentListItem } from "./payment-list-views";

/** What a customer paid in one currency. Amounts are decimal text: "1499.00". */
export type CustomerTotal = {
  currency: string;
  paid: string;
  refunded: string;
  inProgress: string;
  /** Returned without a gateway, also where a second person has not confirmed it yet; null for nothing. */
  manual: string | null;
  /** What is left to refund after manual refunds too. */
  left: string;
  /** What gateways refunded of what was paid, in percent with one decimal; null when nothing was paid. */
  refundShare: string | null;
};

/** All payments with the e-mail address or the phone number of one payment. */
export type CustomerView =
  | {
      kind: "found";
      /** The payment from which it was opened. */
      transactionId: string;
      /** Null where Paydeck has no contact, only a hash of it (decision 0329). */
      masked: ContactView | null;
      /** Newest first. */
      payments: readonly PaymentListItem[];
      /** Older payments were left out: the totals are those of the newest ones. */
      isTruncated: boolean;
      totals: readonly CustomerTotal[];
      /** All payments are test payments, and so the totals. */
      areTest: boolean;
      counts: { paid: number; open: number; unpaid: number; test: number };
      /** Refunds made in Paydeck whose outcome is not known yet. */
      openRefunds: readonly RefundIntentView[];
      /** Only payments that were created in this dashboard, and refunds made here: the service cannot search (0329). */
      isSeenOnly: boolean;
    }
  /** The contact is no longer stored, or belongs to another session (decision 0110). */
  | { kind: "expired" }
  | { kind: "service_error"; serviceError: ServiceError };

export type OpenCustomerOutcome =
  | { kind: "opens"; customerId: string }
  /** The payment was not created in this dashboard, and the service returns no contact (decision 0329). */
  | { kind: "not_seen" }
  /** The payment has neither an e-mail address nor a phone number. */
  | { kind: "no_contact" }
  | { kind: "not_found" }
  | { kind: "not_offered" }
  | { kind: "service_error"; serviceError: ServiceError }
  | { kind: "forbidden" }
  | { kind: "signed_out" };
