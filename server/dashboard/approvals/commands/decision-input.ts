import { z } from "zod";
import type { DecisionOutcome } from "@/lib/approvals/approval-views";
import { err, ok, type Result } from "@/lib/result";
import { codePointLength, isAcceptedText } from "@/lib/text";
import { acceptedRequestSchema, confirmedDuplicatesSchema } from "../../refunds";

export type Decision = {
  approvalId: string;
  note: string | null;
  /** The likely duplicates that the approver has seen and confirmed, by intent. */
  confirmedDuplicates: readonly string[];
  /** The waiting refund request that the refund fulfils, and how much of its history was shown; null for none. */
  acceptsRequest: string | null;
  requestSteps: number | null;
};
type InvalidDecision = Extract<DecisionOutcome, { kind: "invalid" }>;

const MAX_NOTE_CODE_POINTS = 500;

const inputSchema = z.object({
  approvalId: z.uuid().transform((id) => id.toLowerCase()),
  note: z.string(),
  confirmedDuplicates: confirmedDuplicatesSchema,
  ...acceptedRequestSchema,
});

/** Validates a decision form's input; a server action can be called with anything. */
export function readDecision(
  input: unknown,
  options: { isNoteNeeded: boolean },
): Result<Decision, InvalidDecision> {
  const parsed = inputSchema.safeParse(input);
  if (!parsed.success) return err({ kind: "invalid", field: "form", fault: "incomplete" });
  const note = parsed.data.note.trim();
  if (note === "" && options.isNoteNeeded) return err({ kind: "invalid", field: "note", fault: "missing" });
  if (!isAcceptedText(note)) return err({ kind: "invalid", field: "note", fault: "not_storable" });
  if (codePointLength(note) > MAX_NOTE_CODE_POINTS)
    return err({ kind: "invalid", field: "note", fault: "too_long" });
  const { approvalId, confirmedDuplicates, requestId, requestSteps } = parsed.data;
  return ok({
    approvalId,
    note: note === "" ? null : note,
    confirmedDuplicates,
    acceptsRequest: requestId ?? null,
    requestSteps: requestSteps ?? null,
  });
}
