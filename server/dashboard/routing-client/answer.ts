import type { ServiceTrouble } from "@/lib/views";

/**
 * What became of a call. The four kinds are kept apart because each means something else for the money:
 * an answer and a refusal are known, `not_sent` is known too, and `unknown` may have taken effect (failures 3, 7, 8).
 */
export type Answer<T> =
  | { kind: "answered"; value: T }
  | { kind: "refused"; refusal: Refusal }
  | { kind: "not_sent" }
  | { kind: "unknown"; reason: UnknownReason };

/** A definite no in the shape that section 7 documents for its status: nothing was done. */
export type Refusal =
  | { kind: "not_found"; message: string }
  | { kind: "rejected"; status: number; message: string }
  | { kind: "key_refused" }
  | { kind: "busy"; retryAfterSeconds: number };

/** For the log only; no person reads it, and it never holds a part of a body. */
export type UnknownReason =
  | "timed_out"
  | "connection_lost"
  | "server_error"
  | "redirected"
  | "undocumented_status"
  | "wrong_shape"
  | "other_subject"
  | "too_large";

const UNAVAILABLE: ServiceTrouble = { kind: "unavailable" };

/** What a read that brought nothing is told as: a read has no effect, so why it failed matters less. */
export function troubleOf(answer: Exclude<Answer<unknown>, { kind: "answered" }>): ServiceTrouble {
  switch (answer.kind) {
    case "not_sent":
    case "unknown":
      return UNAVAILABLE;
    case "refused":
      return refusalTrouble(answer.refusal) ?? UNAVAILABLE;
  }
}

/** The refusals that say nothing about what was asked, only that it was not looked at; null for the others. */
export function refusalTrouble(refusal: Refusal): ServiceTrouble | null {
  switch (refusal.kind) {
    case "key_refused":
      return { kind: "key_refused" };
    case "busy":
      return { kind: "busy", retryAfterSeconds: refusal.retryAfterSeconds };
    case "not_found":
    case "rejected":
      return null;
  }
}
