import { z } from "zod";
import { inTransaction } from "@/server/platform/transaction";
import type { Services } from "../runtime";
import { lockPerson, maySignIn, findChallengedPerson, takeChallenge } from "../people/store";
import { type CodeAttempt, codesLockedUntil, codeWasRight, codeWasWrong } from "./code-attempts";
import { notifyOfSignIn } from "./notify-of-sign-in";
import { verifyCode } from "./verify-code";
import { openSession } from "./open-session";
import { type SignInDevice, UNKNOWN_DEVICE } from "./sign-in-device";
import { hashOfToken } from "./token";

type SecondStep =
  | { kind: "signed_in"; userId: string; sessionId: string }
  /** Wrong, or used before. */
  | { kind: "wrong" }
  /** The password was entered too long ago, or the person's account has changed since. */
  | { kind: "expired" }
  | { kind: "locked"; until: Date };

const inputSchema = z.object({ token: z.string().max(100), code: z.string().max(100) });

/** The second step of a sign-in: a TOTP or recovery code. Wrong ones count, and no password clears them (0226). */
export async function passSecondFactor(
  services: Services,
  input: unknown,
  device: SignInDevice = UNKNOWN_DEVICE,
): Promise<SecondStep> {
  const step = await attemptSecondFactor(services, input, device);
  services.counters.signInEnded("second_factor", step.kind);
  return step;
}

async function attemptSecondFactor(
  services: Services,
  input: unknown,
  device: SignInDevice,
): Promise<SecondStep> {
  const parsed = inputSchema.safeParse(input);
  const tokenHash = parsed.success ? hashOfToken(parsed.data.token) : null;
  if (!parsed.success || tokenHash === null) return { kind: "expired" };
  const challenged = await findChallengedPerson(services.pool, tokenHash, services.clock.now());
  if (challenged === null) return { kind: "expired" };

  const attempt: CodeAttempt = {
    person: { id: challenged.personId, email: challenged.email },
    purpose: "sign_in",
    actor: "system",
  };
  const until = await codesLockedUntil(services, attempt);
  if (until !== null) return { kind: "locked", until };

  return inTransaction(services.pool, async (db) => {
    const person = await lockPerson(db, challenged.personId);
    const at = services.clock.now();
    if (person === null || !maySignIn(person)) return { kind: "expired" };
    const by = await verifyCode(db, services.vault, { personId: person.id, code: parsed.data.code, at });
    if (by === null) {
      await codeWasWrong(db, attempt, at);
      return { kind: "wrong" };
    }
    await codeWasRight(db, attempt);
    if (!(await takeChallenge(db, tokenHash, at))) return { kind: "expired" };
    const sessionId = await openSession(db, person, { by, device, at });
    // A known device is reported too: whoever has the codes of a stolen phone or a printed page may use that one.
    if (by === "recovery_code")
      await notifyOfSignIn(db, person.id, at, {
        event: "sign_in_changed",
        detail: { change: "recovery_code_used", at: at.toISOString(), by: null },
      });
    return { kind: "signed_in", userId: person.id, sessionId };
  });
}
