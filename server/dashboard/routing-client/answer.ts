import type { Answer, Refusal } from "@/lib/client/answer";
import type { ServiceError } from "@/lib/service-error";

/** The rest of the dashboard knows the client's outcomes by these names, and nothing else of the client. */
export type {
  Answer,
  Called,
  FieldFault,
  Keyed,
  LostReason,
  Refusal,
  UnknownReason,
} from "@/lib/client/answer";

const UNAVAILABLE: ServiceError = { kind: "unavailable" };

/** What a read that brought nothing is told as: a read has no effect, so why it failed matters less. */
export function serviceErrorOf(answer: Exclude<Answer<unknown>, { kind: "answered" }>): ServiceError {
  switch (answer.kind) {
    case "not_sent":
    case "unknown":
      return UNAVAILABLE;
    case "refused":
      return refusalError(answer.refusal) ?? UNAVAILABLE;
  }
}

/** The refusals that say nothing about what was asked, only that it was not looked at; null for the others. */
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
