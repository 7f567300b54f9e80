import type { CodePurpose } from "@/lib/people";
import type { Db } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { type AuditActor, recordAudit } from "../audit/store";
import type { Services } from "../runtime";
import {
  insertNotice,
  clearCodeFailures,
  forgiveCodeFailure,
  lockCodeFailures,
  saveCodeFailures,
} from "../people/store";
import { countCode, uncountCode } from "./attempt-limits";
import { notifyOfSignIn } from "./notify-of-sign-in";

/** Ten wrong codes lock out a person's codes, for longer each time (decision 0226). */
export const MAX_WRONG_CODES = 10;
export const FIRST_LOCK_MS = 15 * 60_000;
const MAX_LOCK_MS = 24 * 60 * 60_000;

export type CodeAttempt = {
  person: { id: string; email: string };
  purpose: CodePurpose;
  /** The signed-in person; `system` at a sign-in, where the person is not authenticated yet. */
  actor: AuditActor;
  requestId?: string;
};

/** How long the n-th lock-out since the last right code lasts; n counts from 0. */
export function lockMs(earlierLocks: number): number {
  return Math.min(FIRST_LOCK_MS * 2 ** earlierLocks, MAX_LOCK_MS);
}

/**
 * Counts a code as wrong before it is checked, so that parallel guesses cannot share one count. Returns until when
 * codes are locked out; null when this one may be checked. Only a right code ({@link codeWasRight}) or an admin ends
 * the count: no password and no passing of time does.
 */
export async function codesLockedUntil(services: Services, attempt: CodeAttempt): Promise<Date | null> {
  const until = await countOwn(services, attempt);
  if (until !== null) return until;
  const untilForAll = await countCode(services);
  // Refused because of other people's attempts: not counted against this person.
  if (untilForAll !== null) await forgiveCodeFailure(services.pool, attempt.person.id);
  return untilForAll;
}

async function countOwn(services: Services, attempt: CodeAttempt): Promise<Date | null> {
  const at = services.clock.now();
  return inTransaction(services.pool, async (db) => {
    const { failures: earlier, locks, lockedUntil } = await lockCodeFailures(db, attempt.person.id);
    if (lockedUntil !== null && lockedUntil > at) return lockedUntil;
    const failures = (lockedUntil === null ? earlier : 0) + 1;
    if (failures <= MAX_WRONG_CODES) {
      await saveCodeFailures(db, attempt.person.id, { failures, locks, lockedUntil: null });
      return null;
    }
    const until = new Date(at.getTime() + lockMs(locks));
    await saveCodeFailures(db, attempt.person.id, { failures: 0, locks: locks + 1, lockedUntil: until });
    await record(db, attempt, at, { action: "codes_locked", until: until.toISOString() });
    // The notice on the page can be marked as seen in a stolen session (0327).
    const detail = { at: at.toISOString() };
    await notifyOfSignIn(db, attempt.person.id, at, { event: "codes_locked", detail });
    return until;
  });
}

/** Writes the audit entry and the person's notice, in the transaction that checked the code. */
export async function codeWasWrong(db: Db, attempt: CodeAttempt, at: Date): Promise<void> {
  await record(db, attempt, at, { action: "wrong_code" });
}

/** Ends the count, in the transaction that accepted the code. */
export async function codeWasRight(db: Db, attempt: CodeAttempt): Promise<void> {
  await clearCodeFailures(db, attempt.person.id);
  await uncountCode(db);
}

async function record(
  db: Db,
  attempt: CodeAttempt,
  at: Date,
  { action, until }: { action: "wrong_code" | "codes_locked"; until?: string },
): Promise<void> {
  const { person, purpose, actor, requestId } = attempt;
  await insertNotice(db, { personId: person.id, at, kind: action, purpose });
  await recordAudit(db, {
    at,
    actor,
    action,
    subject: { kind: "person", id: person.id },
    detail: { email: person.email, purpose, ...(until === undefined ? {} : { until }) },
    ...(requestId === undefined ? {} : { requestId }),
  });
}
