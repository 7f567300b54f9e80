import type { ServiceError } from "../service-error";
import type { PaymentListItem } from "./payment-list-views";
import type { SearchKind } from "./search-terms";

/** How many payments are shown while somebody types. */
export const MAX_TOP_HITS = 5;

/** What a text that is being typed may mean; `unknown`: it was not searched for, so nobody knows whether a payment has it. */
export type TopHitsOutcome =
  | { kind: "hits"; payments: readonly PaymentListItem[] }
  | { kind: "unknown" }
  | { kind: "forbidden" };

/** What the search field found. */
export type TextSearchOutcome =
  /** The one payment, or the list of several. */
  | { kind: "opens"; href: string }
  /** Several references begin with a text that may be a contact, which gets into no address. */
  | { kind: "several" }
  /** Several payments that this dashboard has seen, at a service that cannot list them (decision 0329). */
  | { kind: "seen"; payments: readonly PaymentListItem[]; isMore: boolean }
  /**
   * `notOffered`: what the service cannot search by. `notSeen`: what it cannot search by either, and this dashboard has seen
   * no such payment. One may exist.
   */
  | { kind: "nothing"; tried: SearchKind[]; notOffered: SearchKind[]; notSeen: SearchKind[] }
  /** Nothing, and the text has several identifiers, which are then looked up each; `otherwise`: without that. */
  | { kind: "lines"; text: string; otherwise: TextSearchOutcome }
  | { kind: "service_error"; serviceError: ServiceError }
  | { kind: "forbidden" }
  | { kind: "signed_out" };
