import { z } from "zod";
import {
  LIMIT_RANGES,
  type LimitsOutcome,
  NOTIFICATION_LIMITS,
  type NotificationLimit,
  type NotificationLimits,
} from "@/lib/notifications/limits";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { findLimits, putLimits } from "../store/limits";

const limitSchema = (limit: NotificationLimit) =>
  z
    .string()
    .trim()
    .regex(/^[0-9]{1,3}$/)
    .transform(Number)
    .pipe(z.number().min(LIMIT_RANGES[limit].min).max(LIMIT_RANGES[limit].max));

const limitsSchema = z.object({
  stuckPayments: limitSchema("stuckPayments"),
  successRatePoints: limitSchema("successRatePoints"),
  lateRefundHours: limitSchema("lateRefundHours"),
}) satisfies z.ZodType<NotificationLimits>;

const inputSchema = z.object({
  /** The version that the person saw; 0 when the account had no limits of its own. */
  version: z.coerce.number().int().min(0).max(1_000_000),
  /** Null: the installation's again. */
  limits: z.record(z.string(), z.unknown()).nullable(),
});

/**
 * Sets from where on the people of this account are notified (decision 0282), or returns to the installation's limits.
 * The audit entry holds both. Nothing is saved when somebody else saved meanwhile.
 */
export async function saveLimits(ctx: Ctx, input: unknown): Promise<LimitsOutcome> {
  const subject = { kind: "notification_limits", id: "" } as const;
  if (!(await authorize(ctx, "manage_chat_channels", subject))) return { kind: "forbidden" };
  const parsed = inputSchema.safeParse(input);
  if (!parsed.success) return { kind: "invalid", field: "form" };
  const read = readLimits(parsed.data.limits);
  if (read.kind === "invalid") return read;

  const at = ctx.clock.now();
  return inTransaction(ctx.pool, async (db): Promise<LimitsOutcome> => {
    const before = (await findLimits(db))?.limits ?? null;
    const change = { version: parsed.data.version, changedById: ctx.actor.userId, changedAt: at };
    if (!(await putLimits(db, read.limits, change))) return { kind: "changed" };
    await recordAudit(db, {
      at,
      actor: ctx.actor,
      action: "notification_limits_changed",
      subject,
      detail: { before: limitsText(before), after: limitsText(read.limits) },
      requestId: ctx.requestId,
    });
    return { kind: "saved" };
  });
}

function readLimits(
  given: Record<string, unknown> | null,
): { kind: "read"; limits: NotificationLimits | null } | Extract<LimitsOutcome, { kind: "invalid" }> {
  if (given === null) return { kind: "read", limits: null };
  const parsed = limitsSchema.safeParse(given);
  if (parsed.success) return { kind: "read", limits: parsed.data };
  const wrong = parsed.error.issues[0]?.path[0];
  return { kind: "invalid", field: NOTIFICATION_LIMITS.find((limit) => limit === wrong) ?? "form" };
}

/** Writes the limits in one line, for the audit log. */
function limitsText(limits: NotificationLimits | null): string {
  if (limits === null) return "the installation's limits";
  const { stuckPayments, successRatePoints, lateRefundHours } = limits;
  return `more than ${String(stuckPayments)} stuck payments, ${String(successRatePoints)} points, ${String(lateRefundHours)} hours`;
}
