/**
 * The result of a call. The four kinds differ in what they mean for the money: a response, a refusal and `not_sent` are
 * certain; `unknown` may have taken effect (failures 3, 7, 8). None of them is thrown.
 */
export type CallResult<T> =
  | { kind: "answered"; value: T }
  /** A documented error response: this call did nothing. */
  | { kind: "refused"; refusal: Refusal }
  /** The connection was never established, so nothing of the request was sent. */
  | { kind: "not_sent" }
  /** It may have taken effect. `status` is the HTTP status, if there was a response. */
  | { kind: "unknown"; reason: UnknownReason; status: number | null; difference?: Difference };

/**
 * Where a successful response differs from what is documented: the path that was called, and the first field at fault, like
 * `0.transaction_amount`. Never a value.
 */
export type Difference = { endpoint: string; field: string };

/** A result with the request id, to find the call in the service's logs. */
export type Called<T> = CallResult<T> & { requestId: string };

/** The result of a call that can be retried: with the same key and fields it takes effect once (decision 0005). */
export type Keyed<T> = Called<T> & { idempotencyKey: string };

/** An invalid field and the service's message about it. */
export type FieldFault = { field: string; text: string };

/** A refusal in the shape documented for its status (specification 7, and the ops extension's own). */
export type Refusal =
  /** Found by the client itself: nothing was sent (decision 0024). */
  | { kind: "invalid"; message: string; faults: readonly FieldFault[] }
  /** Refused by the service. `faults` is empty where the endpoint's shape names no fields. */
  | { kind: "rejected"; status: number; message: string; faults: readonly FieldFault[] }
  | { kind: "not_found"; message: string }
  /** An operation of the ops extension that conflicts with the current state: read again before a retry. */
  | { kind: "conflict"; message: string }
  /** 401: the key or the salt is wrong, or has been revoked. */
  | { kind: "key_refused" }
  /** 429: too many calls. */
  | { kind: "busy"; retryAfterSeconds: number };

/** Why the outcome is unknown. For logs and code; it never contains any of a response body. */
export type UnknownReason =
  | LostReason
  | "server_error"
  | "redirected"
  | "undocumented_status"
  /** The response is about something else than the request. */
  | "other_subject"
  /** 409 to an `Idempotency-Key`: an earlier call with the key is still in progress (decision 0005). */
  | "in_flight"
  /**
   * 422 to an `Idempotency-Key`: an earlier call with the key had another body, and may have taken effect (decision
   * 0005).
   */
  | "key_reused";

/** Why a request that was sent brought no usable response. */
export type LostReason = "timed_out" | "aborted" | "connection_lost" | "wrong_shape" | "too_large";
