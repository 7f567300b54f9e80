import { TOTP, Secret } from "otpauth";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { passSecondFactor } from "@/server/dashboard/auth/pass-second-factor";
import { hashPassword } from "@/server/dashboard/auth/password";
import { signIn } from "@/server/dashboard/auth/sign-in";
import type { Ctx } from "@/server/dashboard/context";
import { beginSecondFactor, confirmSecondFactor } from "@/server/dashboard/people/commands/own-second-factor";
import { type Harness, startHarness } from "./harness";

export const PASSWORD = "violet-tram-otter-42";
/** A code of an authenticator app is replaced after this time. */
export const STEP_MS = 30_000;

/**
 * Set-up of tests about second factors: before each, a signed-in person of finance with a password and no second factor.
 * `current` returns its harness and its context.
 */
export function withSignedInPerson() {
  let harness: Harness;
  let passwordHash: string;
  let ctx: Ctx;

  beforeAll(async () => {
    harness = await startHarness();
    passwordHash = await hashPassword(PASSWORD);
  });
  beforeEach(async () => {
    await harness.reset();
    const { actor } = await harness.ctxOf("finance");
    await harness.pool.query("update people set password_hash = $2 where id = $1", [
      actor.userId,
      passwordHash,
    ]);
    const opened = await signIn(harness.services, { email: actor.email, password: PASSWORD });
    if (opened.kind !== "signed_in") throw new Error(opened.kind);
    ctx = await harness.ctxOf("finance", { ...actor, sessionId: opened.sessionId });
  });
  afterAll(() => harness.stop());

  const codeOf = (secret: string, offsetMs = 0): string =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: harness.clock.now().getTime() + offsetMs,
    });

  /** In the session of `by`: the person's own context, or one with another session. */
  async function turnOn(by: Ctx = ctx): Promise<{ secret: string; recoveryCodes: string[] }> {
    const begun = await beginSecondFactor(by, PASSWORD);
    if (begun.kind !== "begun") throw new Error(begun.kind);
    const confirmed = await confirmSecondFactor(by, codeOf(begun.secret));
    if (confirmed.kind !== "on") throw new Error(confirmed.kind);
    // The time step of the code that confirmed it is used.
    harness.clock.advance(2 * STEP_MS);
    return { secret: begun.secret, recoveryCodes: confirmed.recoveryCodes };
  }

  const enter = () => signIn(harness.services, { email: ctx.actor.email, password: PASSWORD });
  async function challenge(): Promise<string> {
    const outcome = await enter();
    if (outcome.kind !== "second_factor") throw new Error(outcome.kind);
    return outcome.token;
  }
  const pass = (token: string, code: string) => passSecondFactor(harness.services, { token, code });

  return {
    current: () => ({ harness, ctx }),
    codeOf,
    turnOn,
    enter,
    challenge,
    pass,
  };
}
