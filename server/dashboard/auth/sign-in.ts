import { z } from "zod";
import { isStorableText } from "@/lib/text";
import type { Db } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import type { Services } from "../runtime";
import { canonicalEmail } from "./canonical-email";
import {
  findPersonByEmail,
  lockPerson,
  maySignIn,
  type Person,
  findSecondFactor,
  insertChallenge,
  clearSignInFailures,
} from "../people/store";
import { countPassword, passwordWasNotChecked, passwordWasRight } from "./attempt-limits";
import { forgiveAttempt, lockedUntil } from "./attempts";
import { BUSY_SECONDS } from "./hash-queue";
import { openSession } from "./open-session";
import { hashOfNobody, verifyPassword } from "./password";
import { type SignInDevice, UNKNOWN_DEVICE } from "./sign-in-device";
import { newToken } from "./token";

export { DEVICE_SECONDS, SESSION_LIMIT_SECONDS, SESSION_SECONDS } from "./open-session";

/** How long the code may take after the password. */
export const CHALLENGE_MS = 5 * 60_000;

export type SignIn =
  | { kind: "signed_in"; userId: string; sessionId: string }
  /** The password was right; the session needs {@link passSecondFactor} with this token and a code. */
  | { kind: "second_factor"; token: string }
  /** Wrong password, unknown, invited or deactivated e-mail: not distinguished (failure 36). */
  | { kind: "wrong" }
  | { kind: "locked"; until: Date }
  /** Too many failed attempts from this network, or from all: nothing was checked (0226). */
  | { kind: "limited"; until: Date }
  /** Too many passwords are being checked now: this one was not, and does not count. */
  | { kind: "busy"; retryAfterSeconds: number };

/** What is known of the sender of a sign-in before authentication. */
export type Caller = {
  device: SignInDevice;
  /** The network as `http/client-network.ts` determines it. */
  network: string;
};

const UNKNOWN_CALLER: Caller = { device: UNKNOWN_DEVICE, network: "unknown" };

const credentialsSchema = z.object({
  email: z
    .string()
    .max(254)
    .refine(isStorableText)
    // What is nobody's address is counted and refused like the wrong address of somebody.
    .transform((text) => canonicalEmail(text) ?? text.trim().toLowerCase())
    .pipe(z.string().min(1)),
  password: z.string().min(1).max(1_000),
});

/** Checks a password and opens a session. For an unknown e-mail the response has the same shape and takes as long. */
export async function signIn(
  services: Services,
  input: unknown,
  caller: Caller = UNKNOWN_CALLER,
): Promise<SignIn> {
  const outcome = await attemptSignIn(services, input, caller);
  services.counters.signInEnded("password", outcome.kind);
  return outcome;
}

async function attemptSignIn(
  services: Services,
  input: unknown,
  { device, network }: Caller,
): Promise<SignIn> {
  const parsed = credentialsSchema.safeParse(input);
  if (!parsed.success) return { kind: "wrong" };
  const { email, password } = parsed.data;

  const limitedUntil = await countPassword(services, network);
  if (limitedUntil !== null) return { kind: "limited", until: limitedUntil };
  const until = await lockedUntil(services, email);
  if (until !== null) return { kind: "locked", until };

  const person = await findPersonByEmail(services.pool, email);
  const passwordHash = person !== null && canSignIn(person) ? person.passwordHash : null;
  const verified = await services.hashQueues.anonymous.run(async () =>
    verifyPassword(passwordHash ?? (await hashOfNobody()), password),
  );
  if (verified.kind === "busy") {
    await forgiveAttempt(services, email);
    await passwordWasNotChecked(services, network);
    return { kind: "busy", retryAfterSeconds: BUSY_SECONDS };
  }
  if (person === null || passwordHash === null || !verified.value) return { kind: "wrong" };
  await passwordWasRight(services, network);

  return inTransaction(services.pool, async (db) => {
    // A change made while the password was checked has ended the person's sessions: this one must not begin.
    const now = await lockPerson(db, person.id);
    if (now === null || !canSignIn(now) || now.passwordHash !== passwordHash) return { kind: "wrong" };
    return signInAfterPassword(db, now, { device, at: services.clock.now() });
  });
}

/** The step after a right or new password: a session, or a code first. The caller holds the person's row lock. */
export async function signInAfterPassword(
  db: Db,
  person: { id: string; email: string },
  { device, at }: { device: SignInDevice; at: Date },
): Promise<Extract<SignIn, { kind: "signed_in" | "second_factor" }>> {
  const factor = await findSecondFactor(db, person.id);
  if (factor === null || factor.confirmedAt === null) {
    const sessionId = await openSession(db, person, { by: "password", device, at });
    return { kind: "signed_in", userId: person.id, sessionId };
  }
  const { token, tokenHash } = newToken();
  const expiresAt = new Date(at.getTime() + CHALLENGE_MS);
  await insertChallenge(db, { tokenHash, personId: person.id, createdAt: at, expiresAt });
  await clearSignInFailures(db, person.email.toLowerCase());
  return { kind: "second_factor", token };
}

function canSignIn(person: Person): boolean {
  return person.activatedAt !== null && maySignIn(person);
}
