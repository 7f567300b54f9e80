import { randomUUID } from "node:crypto";
import type { RefundOutcome, RequestRefundInput } from "@/lib/refunds/refund-form-view";

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
