import { z } from "zod";
import { isStorableText } from "@/lib/text";
import type { Db } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import type { Services } from "../runtime";
import {
  findPersonByEmail,
  lockPerson,
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
import { newToken } from "./token";

export { SESSION_SECONDS } from "./open-session";

/** How long the code may take after the password. */
export const CHALLENGE_MS = 5 * 60_000;

export type SignIn =
  | { kind: "signed_in"; userId: string; sessionId: string }
  /** The password was right; there is no session before {@link passSecondFactor} is given this token and a code. */
  | { kind: "second_factor"; token: string }
  /** Wrong password, unknown, invited or deactivated e-mail: never told apart (failure 36). */
  | { kind: "wrong" }
  | { kind: "locked"; until: Date }
  /** Too many failed tries from this network, or from all: nothing was judged (0226). */
  | { kind: "limited"; until: Date }
  /** Too many passwords are being judged just now: this one was not, and does not count. */
  | { kind: "busy"; retryAfterSeconds: number };

/** What is known of whoever signs in, before anybody knows who it is. */
export type Caller = {
  device: string | null;
  /** As `http/client-network.ts` found it. */
  network: string;
};

const UNKNOWN_CALLER: Caller = { device: null, network: "unknown" };

const credentialsSchema = z.object({
  email: z
    .string()
    .max(254)
    .refine(isStorableText)
    .transform((text) => text.trim().toLowerCase())
    .pipe(z.string().min(1)),
  password: z.string().min(1).max(1_000),
});

/** Checks a password and opens a session. The answer takes the same time and shape for e-mails that nobody has. */
export async function signIn(
  services: Services,
  input: unknown,
  { device, network }: Caller = UNKNOWN_CALLER,
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
  const judged = await services.hashQueues.anonymous.run(async () =>
    verifyPassword(passwordHash ?? (await hashOfNobody()), password),
  );
  if (judged.kind === "busy") {
    await forgiveAttempt(services, email);
    await passwordWasNotChecked(services, network);
    return { kind: "busy", retryAfterSeconds: BUSY_SECONDS };
  }
  if (person === null || passwordHash === null || !judged.value) return { kind: "wrong" };
  await passwordWasRight(services, network);

  return inTransaction(services.pool, async (db) => {
    // Whatever was changed while the password was judged, its sessions have ended: this one must not begin.
    const now = await lockPerson(db, person.id);
    if (now === null || !canSignIn(now) || now.passwordHash !== passwordHash) return { kind: "wrong" };
    return signInAfterPassword(db, now, { device, at: services.clock.now() });
  });
}

/** What follows a right or new password: a session, or a code first. The caller holds the person's row. */
export async function signInAfterPassword(
  db: Db,
  person: { id: string; email: string },
  { device, at }: { device: string | null; at: Date },
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
  return person.activatedAt !== null && person.deactivatedAt === null;
}
