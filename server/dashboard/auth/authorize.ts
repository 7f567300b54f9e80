import { roleAllows, roleText, type Permission } from "@/lib/can";
import { recordAudit, type AuditSubject } from "../audit/store";
import type { Ctx } from "../context";

/** Thrown where the caller's outcome has no case for a refusal; handlers answer it with 403. */
export class ForbiddenError extends Error {
  constructor(readonly permission: Permission) {
    super(`forbidden: ${permission}`);
  }
}

/**
 * Whether the person has the permission, by the table of `lib/can.ts`. A refusal is written to the audit log (failure
 * 33). Every command and query calls this or {@link requirePermission} before anything else.
 */
export async function authorize(ctx: Ctx, permission: Permission, subject: AuditSubject): Promise<boolean> {
  if (roleAllows(ctx.actor.role, permission)) return true;
  await recordAudit(ctx.pool, {
    at: ctx.clock.now(),
    actor: ctx.actor,
    action: "forbidden",
    subject,
    detail: { deed: permission, role: roleText(ctx.actor.role) },
    requestId: ctx.requestId,
  });
  return false;
}

/** Like {@link authorize}, throwing a {@link ForbiddenError}. */
export async function requirePermission(
  ctx: Ctx,
  permission: Permission,
  subject: AuditSubject,
): Promise<void> {
  if (!(await authorize(ctx, permission, subject))) throw new ForbiddenError(permission);
}

/** For pages: the result, or null where the person's role may not read it. */
export async function orForbidden<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ForbiddenError) return null;
    throw error;
  }
}
