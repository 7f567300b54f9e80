/**
 * What became of a call. The four kinds are kept apart because each means something else for the money: an answer and a
 * refusal are known, `not_sent` is known too, and `unknown` may have taken effect (failures 3, 7, 8). None of them is
 * thrown.
 */
export type Answer<T> =
  | { kind: "answered"; value: T }
  /** A definite no: this call did nothing. */
  | { kind: "refused"; refusal: Refusal }
  /** The connection never came to be, so not one byte of the request left. */
  | { kind: "not_sent" }
  /** It may have taken effect. `status` is the HTTP status, where one came. */
  | { kind: "unknown"; reason: UnknownReason; status: number | null };

/** An answer with the id that the request was sent under, to be found again in the service's logs. */
export type Called<T> = Answer<T> & { requestId: string };

/** An answer of a call that may be repeated: under the same key and with the same fields it takes effect once (decision 0036). */
export type Keyed<T> = Called<T> & { idempotencyKey: string };

/** A field at fault and what is wrong with it, in the service's words. */
export type FieldFault = { field: string; text: string };

/** A refusal in the shape that is documented for its status (specification 7, and the ops extension's own). */
export type Refusal =
  /** Found by the client itself: nothing was sent (decision 0024). */
  | { kind: "invalid"; message: string; faults: readonly FieldFault[] }
  /** Refused by the service. `faults` is empty where the endpoint's shape names no fields. */
  | { kind: "rejected"; status: number; message: string; faults: readonly FieldFault[] }
  | { kind: "not_found"; message: string }
  /** An operation of the ops extension that collides with the state of things: look again before another try. */
  | { kind: "conflict"; message: string }
  /** 401: the key or the salt is wrong, or has been revoked. */
  | { kind: "key_refused" }
  /** 429: too many calls. */
  | { kind: "busy"; retryAfterSeconds: number };

/** Why nobody knows. For logs and programs; it never holds a part of a body. */
export type UnknownReason =
  | LostReason
  | "server_error"
  | "redirected"
  | "undocumented_status"
  /** The answer speaks of something else than what was asked. */
  | "other_subject"
  /** 409 to an `Idempotency-Key`: an earlier call under the key is still at work (decision 0036). */
  | "in_flight"
  /** 422 to an `Idempotency-Key`: an earlier call under the key had another body, and may have taken effect (decision 0036). */
  | "key_reused";

/** Why an exchange that had begun brought nothing to read. */
export type LostReason = "timed_out" | "aborted" | "connection_lost" | "wrong_shape" | "too_large";
