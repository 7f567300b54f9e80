import type { ServiceError } from "../service-error";
import type { SearchKind } from "./search-terms";

/** What the search field found. */
export type TextSearchOutcome =
  /** The one payment, or the list of several. */
  | { kind: "opens"; href: string }
  /** Several references begin with a text that may be a contact, which gets into no address. */
  | { kind: "several" }
  /** `notOffered`: what the service cannot search by, so that such a payment may exist. */
  | { kind: "nothing"; tried: SearchKind[]; notOffered: SearchKind[] }
  | { kind: "trouble"; trouble: ServiceError }
  | { kind: "forbidden" }
  | { kind: "signed_out" };
