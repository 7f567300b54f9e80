import type { PersonActionOutcome } from "@/lib/people";
import type { Ctx } from "../../context";
import { clearCodeFailures, findCodeLock } from "../store/code-failures";
import { deleteSecondFactor } from "../store/second-factors";
import { deleteSessionsOf } from "../store/sessions";
import { clearSignInFailures, findLock } from "../store/sign-in-failures";
import { onPerson } from "./on-person";
import { personIdSchema } from "./people-input";

/**
 * For somebody who lost phone and recovery codes. Whoever found the phone is put out as well. Not for oneself: with a session
 * alone, the second factor would be gone without a code.
 */
export function resetPersonSecondFactor(ctx: Ctx, personId: unknown): Promise<PersonActionOutcome> {
  return onPerson(ctx, personId, async (db, person) => {
    if (person.id === ctx.actor.userId) return { refused: "own" };
    if (!(await deleteSecondFactor(db, person.id))) return null;
    await clearCodeFailures(db, person.id);
    await deleteSessionsOf(db, person.id, "all");
    return { outcome: { kind: "done" }, action: "person_second_factor_reset" };
  });
}

/** One session, or all of them when none is named. */
export function endPersonSessions(
  ctx: Ctx,
  input: { personId: unknown; sessionId?: unknown },
): Promise<PersonActionOutcome> {
  return onPerson(ctx, input.personId, async (db, person) => {
    const only = input.sessionId === undefined ? null : personIdSchema.safeParse(input.sessionId);
    if (only !== null && !only.success) return null;
    const count = await deleteSessionsOf(db, person.id, only === null ? "all" : { only: only.data });
    if (count === 0) return null;
    return { outcome: { kind: "done" }, action: "sessions_ended", detail: { count } };
  });
}

/**
 * Ends the person's locks: of their e-mail by wrong passwords, of their second factor by wrong codes. Not
 * one's own: whoever guesses codes in an admin's session would count from the start again and again.
 */
export function unlockSignIn(ctx: Ctx, personId: unknown): Promise<PersonActionOutcome> {
  return onPerson(ctx, personId, async (db, person, at) => {
    if (person.id === ctx.actor.userId) return { refused: "own" };
    const locks = [await findLock(db, person.email, at), await findCodeLock(db, person.id, at)];
    if (locks.every((lock) => lock === null)) return null;
    await clearSignInFailures(db, person.email.toLowerCase());
    await clearCodeFailures(db, person.id);
    return { outcome: { kind: "done" }, action: "sign_in_unlocked" };
  });
}
