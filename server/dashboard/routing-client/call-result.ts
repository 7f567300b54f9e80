import type { CallResult, Refusal } from "@/lib/client/call-result";
import type { ServiceError } from "@/lib/service-error";

/** The rest of the dashboard uses these names of the client's outcomes, and nothing else of the client. */
export type { CallResult, Called, FieldFault } from "@/lib/client/call-result";

const UNAVAILABLE: ServiceError = { kind: "unavailable" };

/** The service error for a failed read: a read has no effect, so why it failed matters less. */
export function serviceErrorOf(response: Exclude<CallResult<unknown>, { kind: "answered" }>): ServiceError {
  switch (response.kind) {
    case "not_sent":
      return UNAVAILABLE;
    case "unknown":
      return response.difference === undefined
        ? UNAVAILABLE
        : { kind: "unavailable", difference: response.difference };
    case "refused":
      return refusalError(response.refusal) ?? UNAVAILABLE;
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
