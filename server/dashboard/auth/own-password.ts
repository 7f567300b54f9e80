import type { Ctx } from "../context";
import { findPerson } from "../store/people";
import { clearSignInFailures } from "../store/sign-in-failures";
import { lockedUntil } from "./attempts";
import { verifyPassword } from "./password";

export type OwnPassword =
  | { kind: "right"; passwordHash: string }
  | { kind: "wrong_password" }
  /** They come by the identity provider. */
  | { kind: "no_password" }
  | { kind: "locked"; until: Date };

/**
 * Whether it is the signed-in person's own password. Guesses at an open screen count like those at the sign-in (failure 36).
 * `keepCount` leaves a right one uncleared, for deeds that still ask for a code.
 */
export async function judgeOwnPassword(
  ctx: Ctx,
  password: string,
  options: { keepCount?: boolean } = {},
): Promise<OwnPassword> {
  const email = ctx.actor.email.toLowerCase();
  const until = await lockedUntil(ctx, email);
  if (until !== null) return { kind: "locked", until };
  const person = await findPerson(ctx.pool, ctx.actor.userId);
  if (person === null || person.passwordHash === null) return { kind: "no_password" };
  if (!(await verifyPassword(person.passwordHash, password))) return { kind: "wrong_password" };
  if (options.keepCount !== true) await clearSignInFailures(ctx.pool, email);
  return { kind: "right", passwordHash: person.passwordHash };
}
