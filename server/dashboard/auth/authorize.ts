import { missingFrom, type Permission, type Role, roleAllows, roleText } from "@/lib/can";
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
  await recordRefusal(ctx, permission, subject);
  return false;
}

/**
 * Whether the person's role covers what they would let somebody or something do, amounts included (decision 0304): the
 * holder of a key, the receiver of a webhook. Beside {@link authorize}, and refused in the same way.
 */
export async function mayGive(ctx: Ctx, given: Role, subject: AuditSubject): Promise<boolean> {
  const [missing] = missingFrom(ctx.actor.role, given);
  if (missing === undefined) return true;
  await recordRefusal(ctx, missing, subject);
  return false;
}

async function recordRefusal(ctx: Ctx, permission: Permission, subject: AuditSubject): Promise<void> {
  await recordAudit(ctx.pool, {
    at: ctx.clock.now(),
    actor: ctx.actor,
    action: "forbidden",
    subject,
    detail: { deed: permission, role: roleText(ctx.actor.role) },
    requestId: ctx.requestId,
  });
}

/** Like {@link authorize}, throwing a {@link ForbiddenError}. */
export async function requirePermission(
  ctx: Ctx,
  permission: Permission,
  subject: AuditSubject,
): Promise<void> {
  if (!(await authorize(ctx, permission, subject))) throw new ForbiddenError(permission);
}

/** Returns the result for a page, or null where the person's role may not read it. */
export async function orForbidden<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ForbiddenError) return null;
    throw error;
  }
}
