import { z } from "zod";
import { isStorableText } from "@/lib/text";
import { inTransaction } from "@/server/platform/transaction";
import type { Services } from "../runtime";
import { findPersonByEmail, lockPerson, type Person } from "../store/people";
import { findSecondFactor } from "../store/second-factors";
import { insertChallenge } from "../store/sign-in-challenges";
import { lockedUntil } from "./attempts";
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
  | { kind: "locked"; until: Date };

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
  device: string | null = null,
): Promise<SignIn> {
  const parsed = credentialsSchema.safeParse(input);
  if (!parsed.success) return { kind: "wrong" };
  const { email, password } = parsed.data;

  const until = await lockedUntil(services, email);
  if (until !== null) return { kind: "locked", until };

  const person = await findPersonByEmail(services.pool, email);
  const passwordHash = person !== null && canSignIn(person) ? person.passwordHash : null;
  const isRight = await verifyPassword(passwordHash ?? (await hashOfNobody()), password);
  if (person === null || passwordHash === null || !isRight) return { kind: "wrong" };

  return inTransaction(services.pool, async (db) => {
    // Whatever was changed while the password was judged, its sessions have ended: this one must not begin.
    const now = await lockPerson(db, person.id);
    if (now === null || !canSignIn(now) || now.passwordHash !== passwordHash) return { kind: "wrong" };
    const at = services.clock.now();
    const factor = await findSecondFactor(db, person.id);
    if (factor !== null && factor.confirmedAt !== null) {
      const { token, tokenHash } = newToken();
      const expiresAt = new Date(at.getTime() + CHALLENGE_MS);
      await insertChallenge(db, { tokenHash, personId: person.id, createdAt: at, expiresAt });
      return { kind: "second_factor", token };
    }
    const sessionId = await openSession(db, now, { by: "password", device, at });
    return { kind: "signed_in", userId: person.id, sessionId };
  });
}

function canSignIn(person: Person): boolean {
  return person.activatedAt !== null && person.deactivatedAt === null;
}
