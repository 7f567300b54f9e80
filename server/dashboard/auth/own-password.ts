import type { Ctx } from "../context";
import { findPerson, clearSignInFailures } from "../people/store";
import { forgiveAttempt, lockedUntil } from "./attempts";
import { verifyPassword } from "./password";

type OwnPassword =
  | { kind: "right"; passwordHash: string }
  | { kind: "wrong_password" }
  /** They sign in through the identity provider. */
  | { kind: "no_password" }
  /** Too many passwords are being checked; this one was not, and does not count. */
  | { kind: "busy" }
  | { kind: "locked"; until: Date };

/**
 * Whether it is the signed-in person's password. Guesses at an unlocked screen count like those at sign-in (failure
 * 36). A right one clears the count of passwords only: wrong codes are counted separately (`code-attempts.ts`).
 */
export async function verifyOwnPassword(ctx: Ctx, password: string): Promise<OwnPassword> {
  const email = ctx.actor.email.toLowerCase();
  const person = await findPerson(ctx.pool, ctx.actor.userId);
  const passwordHash = person?.passwordHash ?? null;
  if (passwordHash === null) return { kind: "no_password" };
  const until = await lockedUntil(ctx, email);
  if (until !== null) return { kind: "locked", until };
  const verified = await ctx.hashQueues.signedIn.run(() => verifyPassword(passwordHash, password));
  if (verified.kind === "busy") {
    await forgiveAttempt(ctx, email);
    return { kind: "busy" };
  }
  if (!verified.value) return { kind: "wrong_password" };
  await clearSignInFailures(ctx.pool, email);
  return { kind: "right", passwordHash };
}
