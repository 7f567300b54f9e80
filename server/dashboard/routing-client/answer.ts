import type { Answer, Refusal } from "@/lib/client/answer";
import type { ServiceError } from "@/lib/service-error";

/** The rest of the dashboard uses these names of the client's outcomes, and nothing else of the client. */
export type { Answer, Called, FieldFault } from "@/lib/client/answer";

const UNAVAILABLE: ServiceError = { kind: "unavailable" };

/** The service error for a failed read: a read has no effect, so why it failed matters less. */
export function serviceErrorOf(answer: Exclude<Answer<unknown>, { kind: "answered" }>): ServiceError {
  switch (answer.kind) {
    case "not_sent":
      return UNAVAILABLE;
    case "unknown":
      return answer.difference === undefined
        ? UNAVAILABLE
        : { kind: "unavailable", difference: answer.difference };
    case "refused":
      return refusalError(answer.refusal) ?? UNAVAILABLE;
  }
}

/** The service error of refusals that did not evaluate the request at all (key, rate limit); null for all others. */
export function refusalError(refusal: Refusal): ServiceError | null {
  switch (refusal.kind) {
    case "key_refused":
      return { kind: "key_refused" };
    case "busy":
      return { kind: "busy", retryAfterSeconds: refusal.retryAfterSeconds };
    case "invalid":
    case "not_found":
    case "rejected":
    case "conflict":
      return null;
  }
}
