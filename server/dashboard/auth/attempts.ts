import { setTimeout as sleep } from "node:timers/promises";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../audit/store";
import type { Services } from "../runtime";
import {
  insertNotice,
  findPersonByEmail,
  deleteSignInFailuresBefore,
  forgiveSignInFailure,
  lockSignInFailures,
  saveSignInFailures,
  type SignInFailures,
} from "../people/store";

/** Failure 36: ten wrong passwords in a row lock out an e-mail for a quarter of an hour. */
export const MAX_FAILURES = 10;
export const LOCK_MS = 15 * 60_000;
/** Failures are deleted after this long without another. */
const RETENTION_MS = 15 * 60_000;
const KEEP_ROWS_MS = 24 * 60 * 60_000;

const FREE_FAILURES = 3;
const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 2_000;

type Attempt = { kind: "locked"; isNew: boolean; until: Date } | { kind: "allowed"; delayMs: number };

/**
 * Counts an attempt as failed before the password is checked, whether or not the e-mail is known: however many guesses
 * arrive at once, at most {@link MAX_FAILURES} are checked. A right password clears the count.
 */
async function beginAttempt(services: Services, email: string): Promise<Attempt> {
  const now = services.clock.now();
  return inTransaction(services.pool, async (db) => {
    await deleteSignInFailuresBefore(db, new Date(now.getTime() - KEEP_ROWS_MS));
    const earlier = await lockSignInFailures(db, email);
    if (earlier !== null && earlier.lockedUntil !== null && earlier.lockedUntil > now) {
      return { kind: "locked", isNew: false, until: earlier.lockedUntil };
    }
    const failures = failuresThatCount(earlier, now) + 1;
    const until = failures > MAX_FAILURES ? new Date(now.getTime() + LOCK_MS) : null;
    await saveSignInFailures(db, email, { failures, lastFailedAt: now, lockedUntil: until });
    if (until !== null) return { kind: "locked", isNew: true, until };
    return { kind: "allowed", delayMs: delayAfter(failures - 1) };
  });
}

function failuresThatCount(earlier: SignInFailures | null, now: Date): number {
  if (earlier === null || earlier.lockedUntil !== null) return 0;
  return now.getTime() - earlier.lastFailedAt.getTime() >= RETENTION_MS ? 0 : earlier.failures;
}

/** The delay before the password is checked: none for typing errors, then doubling to two seconds. */
export function delayAfter(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(FIRST_DELAY_MS * 2 ** (failures - FREE_FAILURES), MAX_DELAY_MS);
}

/**
 * Counts an attempt, waits for {@link delayAfter}, and returns until when the e-mail is locked out; null when the
 * password may be checked. A new lock-out is audited, not every attempt during it.
 */
export async function lockedUntil(services: Services, email: string): Promise<Date | null> {
  const attempt = await beginAttempt(services, email);
  if (attempt.kind === "allowed") {
    if (attempt.delayMs > 0) await sleep(attempt.delayMs);
    return null;
  }
  if (attempt.isNew) await recordLock(services, email);
  return attempt.until;
}

/** The password was not checked: the attempt does not count. */
export async function forgiveAttempt(services: Services, email: string): Promise<void> {
  await forgiveSignInFailure(services.pool, email);
}

/** The audit entry, and a notice to the person with this e-mail, if there is one. */
async function recordLock(services: Services, email: string): Promise<void> {
  const at = services.clock.now();
  await inTransaction(services.pool, async (db) => {
    await recordAudit(db, {
      at,
      actor: "system",
      action: "sign_in_locked",
      subject: { kind: "sign_in", id: email },
    });
    const person = await findPersonByEmail(db, email);
    if (person !== null) await insertNotice(db, { personId: person.id, at, kind: "password_locked" });
  });
}
