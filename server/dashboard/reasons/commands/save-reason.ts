import { z } from "zod";
import { comparable, MAX_REASON_NAME, NO_REASON, REASON_CODE, type RefundReason } from "@/lib/reasons/reason";
import type { ReasonField, ReasonFieldFault, ReasonOutcome } from "@/lib/reasons/reason-views";
import { err, ok, type Result } from "@/lib/result";
import { codePointLength, isAcceptedText } from "@/lib/text";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { listReasons, lockReasons, putReason } from "../store/refund-reasons";

/** More than a person can choose from; a limit for the form and for errors that list them. */
const MAX_REASONS = 50;

const inputSchema = z.object({
  code: z.string(),
  name: z.string(),
  nameHi: z.string(),
  needsText: z.boolean(),
  isActive: z.boolean(),
  isNew: z.boolean(),
});

/**
 * Adds a refund reason, or changes all of one but its code. Refunds keep the text that they were made with. A name is
 * taken when another reason has it as its code or its name in either language: files name reasons by any of them. The
 * audit entry holds the old and the new.
 */
export async function saveReason(ctx: Ctx, input: unknown): Promise<ReasonOutcome> {
  const parsed = inputSchema.safeParse(input);
  const subject = { kind: "refund_reason", id: parsed.success ? parsed.data.code : "" } as const;
  if (!(await authorize(ctx, "manage_refund_reasons", subject))) return { kind: "forbidden" };
  if (!parsed.success) return { kind: "invalid", field: "form", fault: "incomplete" };
  const read = readReason(parsed.data);
  if (!read.ok) return { kind: "invalid", ...read.error };
  const reason = read.value;

  const at = ctx.clock.now();
  return inTransaction(ctx.pool, async (db): Promise<ReasonOutcome> => {
    await lockReasons(db);
    const all = await listReasons(db);
    const before = all.find(({ code }) => code === reason.code) ?? null;
    if (parsed.data.isNew && before !== null) return { kind: "invalid", field: "code", fault: "taken" };
    if (!parsed.data.isNew && before === null) return { kind: "not_found" };
    if (before === null && all.length >= MAX_REASONS)
      return { kind: "invalid", field: "form", fault: "too_many" };
    const others = all.filter(({ code }) => code !== reason.code);
    const taken = takenField(reason, others);
    if (taken !== null) return { kind: "invalid", field: taken, fault: "taken" };
    await putReason(db, reason, { changedById: ctx.actor.userId, changedAt: at });
    await recordAudit(db, {
      at,
      actor: ctx.actor,
      action: "refund_reason_saved",
      subject,
      detail: { before: reasonLine(before), after: reasonLine(reason) },
      requestId: ctx.requestId,
    });
    return { kind: "saved" };
  });
}

type Fault = { field: ReasonField; fault: ReasonFieldFault };

function readReason(input: z.infer<typeof inputSchema>): Result<RefundReason, Fault> {
  const code = input.code.trim();
  if (code === "") return err({ field: "code", fault: "missing" });
  if (!REASON_CODE.test(code) || code === NO_REASON) return err({ field: "code", fault: "malformed" });
  const [name, nameHi] = [input.name.trim(), input.nameHi.trim()];
  if (name === "") return err({ field: "name", fault: "missing" });
  for (const [field, text] of [["name", name] as const, ["nameHi", nameHi] as const]) {
    if (!isAcceptedText(text) || /[\r\n]/.test(text)) return err({ field, fault: "characters" });
    if (codePointLength(text) > MAX_REASON_NAME) return err({ field, fault: "too_long" });
  }
  const { needsText, isActive } = input;
  return ok({ code, name, nameHi: nameHi === "" ? null : nameHi, needsText, isActive });
}

function takenField(reason: RefundReason, others: readonly RefundReason[]): ReasonField | null {
  const used = new Set(
    others.flatMap(({ code, name, nameHi }) => [code, name, nameHi ?? name].map((text) => comparable(text))),
  );
  if (used.has(comparable(reason.code))) return "code";
  if (used.has(comparable(reason.name))) return "name";
  return reason.nameHi !== null && used.has(comparable(reason.nameHi)) ? "nameHi" : null;
}

/** A reason in one line, for the audit log. */
export function reasonLine(reason: RefundReason | null): string | null {
  if (reason === null) return null;
  const { name, nameHi, needsText, isActive } = reason;
  return [name, nameHi, needsText && "text required", !isActive && "inactive"]
    .filter((part) => typeof part === "string")
    .join(", ");
}
