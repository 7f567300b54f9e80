import type { ServiceError } from "./service-error";

/** What the screens of the ops extension are handed: rules, gateways, webhooks and keys. */

/** A field at fault, by the path that the service names it by ("rules.0.target.gateway"), in the service's words. */
export type OpsFault = { field: string; text: string };

/** What came of a read. */
export type OpsRead<T> =
  | { kind: "found"; value: T; readAt: string }
  | { kind: "not_found" }
  /** What was asked for is none: a filter or a page that the service does not know. Its own words. */
  | { kind: "refused"; message: string; faults: readonly OpsFault[] }
  | { kind: "not_offered"; serviceAddress: string }
  | { kind: "trouble"; trouble: ServiceError };

export type FailedOpsRead = Exclude<OpsRead<unknown>, { kind: "found" }>;

/** What came of a deed at the service. Only `unknown` leaves open whether it was done. */
export type ActionOutcome<T> =
  | { kind: "done"; value: T }
  /** A definite no in the service's words; `faults` name the fields, where it did. */
  | { kind: "refused"; message: string; faults: readonly OpsFault[] }
  /** It collides with the state of things by now: look again. The service's words. */
  | { kind: "conflict"; message: string }
  | { kind: "not_found" }
  | { kind: "not_offered" }
  | { kind: "not_sent"; trouble: ServiceError }
  /** Sent, and no usable answer came. */
  | { kind: "unknown" }
  /** The form was not understood: nothing was sent. */
  | { kind: "malformed" }
  | { kind: "forbidden" }
  | { kind: "signed_out" };

export type ActionNotDone = Exclude<ActionOutcome<unknown>, { kind: "done" }>;
