/** Why the service gave no usable response. None of them says anything about the money. */
export type ServiceError =
  /**
   * It could not be reached, timed out, or sent an undocumented response (failure 7). `difference`: it answered, and this
   * field is not as documented.
   */
  | { kind: "unavailable"; difference?: { endpoint: string; field: string } }
  /** 401: the dashboard's key or salt is wrong or has been revoked. */
  | { kind: "key_refused" }
  /** 429: too many calls; try again after `retryAfterSeconds`. */
  | { kind: "busy"; retryAfterSeconds: number };
