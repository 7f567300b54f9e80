import { z } from "zod";
import { err, ok, type Result } from "@/lib/result";
import { codePointLength, HASH_SEPARATOR, isAcceptedText, MAX_REFERENCE_CODE_POINTS } from "@/lib/text";
import { readTypedAmount, type TypedAmount } from "@/lib/typed-amount";
import type { ResolveUnknownRefundOutcome } from "@/lib/refunds/unknown-refund-views";

/** A person's resolution of an unknown refund, after validation. */
export type ResolutionRequest = { intentId: string; reason: string } & (
  | { verdict: "accepted"; refundId: string }
  | { verdict: "not_sent"; confirmed: TypedAmount }
);

type InvalidResolution = Extract<ResolveUnknownRefundOutcome, { kind: "invalid" }>;
type Fault = InvalidResolution["fault"];

const MAX_RESOLUTION_REASON_CODE_POINTS = 500;

const shared = { intentId: z.uuid().transform((text) => text.toLowerCase()), reason: z.string() };
const inputSchema = z.discriminatedUnion("verdict", [
  z.object({ verdict: z.literal("accepted"), refundId: z.string(), ...shared }),
  z.object({ verdict: z.literal("not_sent"), confirmation: z.string(), ...shared }),
]);

/** Validates a form's input; a server action can be called with anything (failures 11, 13, 16). */
export function readResolutionRequest(input: unknown): Result<ResolutionRequest, InvalidResolution> {
  const parsed = inputSchema.safeParse(input);
  if (!parsed.success) return invalid("form", "mismatch");
  const { intentId } = parsed.data;

  const reason = parsed.data.reason.trim();
  const reasonFault = textFault(reason, MAX_RESOLUTION_REASON_CODE_POINTS);

  if (parsed.data.verdict === "accepted") {
    const refundId = parsed.data.refundId.trim();
    const idFault = refundId.includes(HASH_SEPARATOR)
      ? "characters"
      : textFault(refundId, MAX_REFERENCE_CODE_POINTS);
    if (idFault !== null) return invalid("refundId", idFault);
    if (reasonFault !== null) return invalid("reason", reasonFault);
    return ok({ verdict: "accepted", intentId, reason, refundId });
  }

  if (reasonFault !== null) return invalid("reason", reasonFault);
  const confirmed = readTypedAmount(parsed.data.confirmation);
  if (!confirmed.ok) {
    return invalid("confirmation", parsed.data.confirmation.trim() === "" ? "empty" : "mismatch");
  }
  return ok({ verdict: "not_sent", intentId, reason, confirmed: confirmed.value });
}

function textFault(text: string, maxCodePoints: number): Fault | null {
  if (text === "") return "empty";
  if (!isAcceptedText(text)) return "characters";
  return codePointLength(text) > maxCodePoints ? "too_long" : null;
}

export function invalid(
  field: InvalidResolution["field"],
  fault: Fault,
): { readonly ok: false; readonly error: InvalidResolution } {
  return err({ kind: "invalid", field, fault });
}
