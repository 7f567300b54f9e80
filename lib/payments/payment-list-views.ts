import type { PaymentMethod, PaymentStatus } from "../contract/statuses";
import type { PaymentDetails } from "./payment-details";
import type { PaymentStateView } from "./payment-state";
import type { ServiceError } from "../service-error";
import type { ContactView } from "./contact-view";

/** A payment in the list; its page has the rest. */
export type PaymentListItem = {
  transactionId: string;
  reference: string;
  amount: string;
  currency: string;
  status: PaymentStatus;
  state: PaymentStateView;
  createdAt: string;
  /** What it was paid with, else what the merchant requested. */
  method: PaymentMethod | null;
  gateway: string | null;
  isTest: boolean;
  /** Masked; null when the service does not list it. */
  customer: ContactView | null;
  /** Null when nothing of it was refunded, is being refunded, or was returned by manual refunds. */
  refunded: string | null;
  inProgress: string | null;
  manual: string | null;
  details?: PaymentDetails;
  /** Its status is the one that this dashboard saw at this time, because the service did not answer (decision 0329). */
  seenAt?: string;
};

export type PaymentListView =
  /** A page with a cursor may be empty and not the last one (decision 0324). */
  | { kind: "listed"; payments: PaymentListItem[]; nextCursor: string | null }
  | { kind: "not_offered" }
  /** An earlier service, which cannot filter by card scheme, bank, currency (decision 0324) or what happened to the money (0387). */
  | { kind: "filter_not_offered" }
  /** The contact of the search has been deleted (decision 0110). */
  | { kind: "expired_search" }
  /** The service does not know this page's cursor. */
  | { kind: "unknown_page" }
  /** The service refused a value, with its own message. */
  | { kind: "refused"; words: string }
  | { kind: "service_error"; serviceError: ServiceError };

export const PAYMENTS_PER_PAGE = 50;

/** What has become of a page of the list since it was read. */
export type LivePaymentsView =
  /** `newer`: how many newer ones match, at most a page of them; `newestAt`: when the newest of them was created. */
  | { kind: "live"; rows: PaymentListItem[]; newer: number; newestAt: string | null }
  /** The service does not say. */
  | { kind: "unknown" };

/** The payments that this dashboard has seen, each with `seenAt`, for a service without a list. */
export type SeenListView = { payments: PaymentListItem[]; nextCursor: string | null; isFirstPage: boolean };

/** An e-mail address or a phone number, as typed. */
export type StartCustomerSearchInput = { value: string };
export type StartCustomerSearchOutcome =
  | { kind: "begun"; searchId: string }
  | { kind: "invalid"; fault: "blank" | "too_long" | "not_a_text" }
  | { kind: "forbidden" };
