import { randomUUID } from "node:crypto";
import type { RefundOutcome, RequestRefundInput } from "@/lib/refunds/refund-form-view";

/** What a separate refund confirms after an outcome: the duplicates, or the waiting request, that it asks about. Null when it does not ask. */
export function separateFrom(outcome: {
  kind: string;
  duplicates?: readonly { intentId: string }[];
  request?: object;
}): string[] | null {
  if (outcome.kind === "likely_duplicate") return outcome.duplicates?.map(({ intentId }) => intentId) ?? [];
  if (outcome.kind !== "waiting_request") return null;
  return [(outcome.request as { requestId: string }).requestId];
}

/** The refunds that an outcome asks about. Throws when it does not ask. */
export function askedOf(outcome: RefundOutcome | { kind: string }): string[] {
  if (outcome.kind !== "likely_duplicate" || !("duplicates" in outcome)) {
    throw new Error(`it does not ask: ${JSON.stringify(outcome)}`);
  }
  return outcome.duplicates.map(({ intentId }) => intentId);
}

/** The same form under the new id that it gets after the duplicate question, with the duplicates that were shown. */
export const confirmed = (input: RequestRefundInput, outcome: RefundOutcome): RequestRefundInput => ({
  ...input,
  intentId: randomUUID(),
  confirmedDuplicates: askedOf(outcome),
});
