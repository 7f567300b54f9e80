import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { isStorableText } from "@/lib/text";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../audit/record-audit";
import type { Services } from "../runtime";
import { findActivePersonByEmail } from "../store/people";
import { insertSession } from "../store/sessions";
import { clearSignInFailures } from "../store/sign-in-failures";
import { beginAttempt } from "./attempts";
import { hashOfNobody, verifyPassword } from "./password";

/** A sign-in holds for a working day, whatever happens in it. */
export const SESSION_SECONDS = 12 * 60 * 60;

export type SignIn =
  | { kind: "signed_in"; userId: string; sessionId: string }
  /** Wrong password, unknown or deactivated e-mail: never told apart (failure 36). */
  | { kind: "wrong" }
  | { kind: "locked" };

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
export async function signIn(services: Services, input: unknown): Promise<SignIn> {
  const parsed = credentialsSchema.safeParse(input);
  if (!parsed.success) return { kind: "wrong" };
  const { email, password } = parsed.data;

  const attempt = await beginAttempt(services, email);
  if (attempt.kind === "locked") {
    if (attempt.isNew) await auditLock(services, email);
    return { kind: "locked" };
  }
  if (attempt.delayMs > 0) await sleep(attempt.delayMs);

  const person = await findActivePersonByEmail(services.pool, email);
  const isRight = await verifyPassword(person?.passwordHash ?? (await hashOfNobody()), password);
  if (person === null || !isRight) return { kind: "wrong" };

  const at = services.clock.now();
  const sessionId = randomUUID();
  await inTransaction(services.pool, async (db) => {
    await clearSignInFailures(db, email);
    await insertSession(db, {
      id: sessionId,
      personId: person.id,
      createdAt: at,
      expiresAt: new Date(at.getTime() + SESSION_SECONDS * 1000),
    });
    await recordAudit(db, {
      at,
      actor: { userId: person.id, email: person.email },
      action: "signed_in",
      subject: { kind: "session", id: sessionId },
    });
  });
  return { kind: "signed_in", userId: person.id, sessionId };
}

async function auditLock(services: Services, email: string): Promise<void> {
  await recordAudit(services.pool, {
    at: services.clock.now(),
    actor: "system",
    action: "sign_in_locked",
    subject: { kind: "sign_in", id: email },
  });
}
