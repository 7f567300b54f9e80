import type { PersonDeedOutcome } from "@/lib/people";
import type { Ctx } from "../context";
import { deleteSecondFactor } from "../store/second-factors";
import { deleteSessionsOf } from "../store/sessions";
import { clearSignInFailures, findLock } from "../store/sign-in-failures";
import { onPerson } from "./on-person";
import { personIdSchema } from "./people-input";

/** For somebody who lost phone and recovery codes. Whoever found the phone is put out as well. */
export function resetPersonSecondFactor(ctx: Ctx, personId: unknown): Promise<PersonDeedOutcome> {
  return onPerson(ctx, personId, async (db, person) => {
    if (!(await deleteSecondFactor(db, person.id))) return null;
    await deleteSessionsOf(db, person.id, "all");
    return { outcome: { kind: "done" }, action: "person_second_factor_reset" };
  });
}

/** One session, or all of them when none is named. */
export function endPersonSessions(
  ctx: Ctx,
  input: { personId: unknown; sessionId?: unknown },
): Promise<PersonDeedOutcome> {
  return onPerson(ctx, input.personId, async (db, person) => {
    const only = input.sessionId === undefined ? null : personIdSchema.safeParse(input.sessionId);
    if (only !== null && !only.success) return null;
    const count = await deleteSessionsOf(db, person.id, only === null ? "all" : { only: only.data });
    if (count === 0) return null;
    return { outcome: { kind: "done" }, action: "sessions_ended", detail: { count } };
  });
}

/** Forgets the wrong passwords that locked the person's e-mail. */
export function unlockSignIn(ctx: Ctx, personId: unknown): Promise<PersonDeedOutcome> {
  return onPerson(ctx, personId, async (db, person, at) => {
    if ((await findLock(db, person.email, at)) === null) return null;
    await clearSignInFailures(db, person.email.toLowerCase());
    return { outcome: { kind: "done" }, action: "sign_in_unlocked" };
  });
}
