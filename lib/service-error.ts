/** Why the service gave no usable answer. None of them says anything about the money. */
export type ServiceError =
  /** It could not be reached, took too long, or answered with something that is not its language (failure 7). */
  | { kind: "unavailable" }
  /** 401: the dashboard's key or salt is wrong or has been revoked. */
  | { kind: "key_refused" }
  /** 429: too many calls; worth another look after the time told. */
  | { kind: "busy"; retryAfterSeconds: number };
