import type { PersonActionOutcome } from "@/lib/people";
import { notifyOfSignIn } from "../../auth/notify-of-sign-in";
import type { Ctx } from "../../context";
import { clearCodeFailures, findCodeLock } from "../store/code-failures";
import { endSessionsOf } from "../store/person-devices";
import { deleteSecondFactor } from "../store/second-factors";
import { clearSignInFailures, findLock } from "../store/sign-in-failures";
import { onPerson } from "./on-person";
import { personIdSchema } from "./people-input";

/**
 * Helps a person who lost phone and recovery codes. Their sessions end, so that a finder of the phone is signed out.
 * Refused for oneself: a stolen session alone could then remove the second factor without a code.
 */
export function resetPersonSecondFactor(ctx: Ctx, personId: unknown): Promise<PersonActionOutcome> {
  return onPerson(ctx, personId, async (db, person, at) => {
    if (person.id === ctx.actor.userId) return { refused: "own" };
    if (!(await deleteSecondFactor(db, person.id))) return null;
    await clearCodeFailures(db, person.id);
    await endSessionsOf(db, person.id, "all", at);
    const detail = { change: "factor_reset", at: at.toISOString(), by: ctx.actor.name } as const;
    await notifyOfSignIn(db, person.id, at, { event: "sign_in_changed", detail });
    return { outcome: { kind: "done" }, action: "person_second_factor_reset" };
  });
}

/** Ends one session, or all of them when none is named. */
export function endPersonSessions(
  ctx: Ctx,
  input: { personId: unknown; sessionId?: unknown },
): Promise<PersonActionOutcome> {
  return onPerson(ctx, input.personId, async (db, person, at) => {
    const only = input.sessionId === undefined ? null : personIdSchema.safeParse(input.sessionId);
    if (only !== null && !only.success) return null;
    const count = await endSessionsOf(db, person.id, only === null ? "all" : { only: only.data }, at);
    if (count === 0) return null;
    return { outcome: { kind: "done" }, action: "sessions_ended", detail: { count } };
  });
}

/**
 * Ends the person's lock-outs: of their e-mail after wrong passwords, of their second factor after wrong codes. Not
 * one's own: an attacker in an admin's session could then reset the count and guess codes without end.
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
