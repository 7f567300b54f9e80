import type { ServiceError } from "./service-error";

/** The outcomes that the screens of the ops extension receive: rules, gateways, webhooks and keys. */

/** An invalid field by the service's path of it ("rules.0.target.gateway"), and the service's message. */
export type OpsFault = { field: string; text: string };

/** The outcome of a read. */
export type OpsRead<T> =
  | { kind: "found"; value: T; readAt: string }
  | { kind: "not_found" }
  /** The service refused a filter or a page token; its own message. */
  | { kind: "refused"; message: string; faults: readonly OpsFault[] }
  | { kind: "not_offered"; serviceAddress: string }
  | { kind: "service_error"; serviceError: ServiceError };

export type FailedOpsRead = Exclude<OpsRead<unknown>, { kind: "found" }>;

/** The outcome of an action at the service. Only `unknown` leaves open whether it took effect. */
export type ActionOutcome<T> =
  | { kind: "done"; value: T }
  /** Refused with the service's message; `faults` has the fields, if it named any. */
  | { kind: "refused"; message: string; faults: readonly OpsFault[] }
  /** It conflicts with the current state: read again. The service's message. */
  | { kind: "conflict"; message: string }
  | { kind: "not_found" }
  | { kind: "not_offered" }
  | { kind: "not_sent"; serviceError: ServiceError }
  /** Sent, without a usable response. */
  | { kind: "unknown" }
  /** The form could not be parsed: nothing was sent. */
  | { kind: "malformed" }
  | { kind: "forbidden" }
  | { kind: "signed_out" };

export type ActionNotDone = Exclude<ActionOutcome<unknown>, { kind: "done" }>;
