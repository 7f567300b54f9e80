import { ROLES } from "../can";
import type { PaymentMethod, PaymentStatus } from "../contract/statuses";
import type { PaymentDetail } from "./payment-details";
import type { ServiceError } from "../service-error";
import type { ContactView } from "./contact-view";

/** A payment in the list; its page has the rest. */
export type PaymentListItem = {
  transactionId: string;
  reference: string;
  amount: string;
  currency: string;
  status: PaymentStatus;
  createdAt: string;
  /** What it was paid with, else what the merchant requested. */
  method: PaymentMethod | null;
  gateway: string | null;
  isTest: boolean;
  /** Masked; null when the service does not list it. */
  customer: ContactView | null;
  /** Null when nothing of it was refunded, or is being refunded. */
  refunded: string | null;
  inProgress: string | null;
  details?: Partial<Record<PaymentDetail, string | null>>;
};

export type PaymentListView =
  | { kind: "listed"; payments: PaymentListItem[]; nextCursor: string | null }
  | { kind: "not_offered" }
  /** The contact of the search has been deleted (decision 0110). */
  | { kind: "expired_search" }
  /** The service does not know this page's cursor. */
  | { kind: "unknown_page" }
  /** The service refused a value, with its own message. */
  | { kind: "refused"; words: string }
  | { kind: "trouble"; trouble: ServiceError };

/** Whom a saved view is shared with: everybody, or one role. */
export const VIEW_AUDIENCES = ["everybody", ...ROLES] as const;
export type ViewAudience = (typeof VIEW_AUDIENCES)[number];

/** A person's saved filter of the payments list, and its columns; `query` is the query string of the list's address. */
export type SavedViewView = {
  viewId: string;
  name: string;
  query: string;
  /** Null while only its owner sees it. */
  sharedWith: ViewAudience | null;
};

/** A colleague's view: to use and to copy. */
export type SharedViewView = {
  viewId: string;
  name: string;
  query: string;
  owner: string;
  sharedWith: ViewAudience;
  /** Admins can stop the sharing of any view. */
  mayStop: boolean;
};

export type SavedViewsView = { own: SavedViewView[]; shared: SharedViewView[] };

export type SavedViewFault = "blank" | "too_long" | "not_a_text" | "taken" | "no_filter";
export type SavedViewOutcome =
  | { kind: "done"; viewId: string }
  | { kind: "invalid"; fault: SavedViewFault }
  | { kind: "too_many"; max: number }
  | { kind: "not_found" }
  | { kind: "forbidden" }
  | { kind: "signed_out" };

/** `sharedWith`: one of {@link VIEW_AUDIENCES}, or empty to share it with nobody. */
export type ShareViewInput = { viewId: string; sharedWith: string };

/** An e-mail address or a phone number, as typed. */
export type StartCustomerSearchInput = { value: string };
export type StartCustomerSearchOutcome =
  | { kind: "begun"; searchId: string }
  | { kind: "invalid"; fault: "blank" | "too_long" | "not_a_text" }
  | { kind: "forbidden" };
