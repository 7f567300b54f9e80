import type { CodePurpose, FactorActionOutcome } from "@/lib/people";
import type { Db } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { requirePermission } from "../../auth/authorize";
import { type CodeAttempt, codesLockedUntil, codeWasRight, codeWasWrong } from "../../auth/code-attempts";
import { verifyCode } from "../../auth/verify-code";
import { notifyOfSignIn } from "../../auth/notify-of-sign-in";
import { verifyOwnPassword } from "../../auth/own-password";
import { newRecoveryCodes } from "../../auth/recovery-codes";
import { newTotpSecret, stepOfCode, totpUri } from "../../auth/totp";
import type { Ctx } from "../../context";
import { lockPerson } from "../store/people";
import { endSessionsOf } from "../store/person-devices";
import {
  confirmFactor,
  deleteSecondFactor,
  findSecondFactor,
  lockSecondFactor,
  replaceRecoveryCodes,
  saveUnconfirmedFactor,
} from "../store/second-factors";

type FactorBeginning =
  | { kind: "begun"; secret: string; uri: string }
  | { kind: "already_on" | "wrong_password" | "no_password" | "busy" }
  | { kind: "locked"; until: Date };

/** Makes a secret that takes effect once a code of it is confirmed. Requires the password, not only a session. */
export async function beginSecondFactor(ctx: Ctx, password: string): Promise<FactorBeginning> {
  await requirePermission(ctx, "manage_account", { kind: "account", id: ctx.actor.userId });
  const verified = await verifyOwnPassword(ctx, password);
  if (verified.kind !== "right") return verified;
  const secret = newTotpSecret();
  const sealed = ctx.vault.seal(secret, ctx.actor.userId);
  return (await saveUnconfirmedFactor(ctx.pool, ctx.actor.userId, sealed, ctx.clock.now()))
    ? { kind: "begun", secret, uri: totpUri(secret, ctx.actor.email) }
    : { kind: "already_on" };
}

type FactorConfirmation =
  | { kind: "on"; recoveryCodes: string[] }
  | { kind: "wrong_code" | "not_begun" }
  | { kind: "locked"; until: Date };

/**
 * Turns two-factor authentication on: from now on a sign-in needs a code. Other sessions end; the recovery codes are
 * shown once.
 */
export async function confirmSecondFactor(ctx: Ctx, code: string): Promise<FactorConfirmation> {
  await requirePermission(ctx, "manage_account", { kind: "account", id: ctx.actor.userId });
  const { userId, sessionId } = ctx.actor;
  const begun = await findSecondFactor(ctx.pool, userId);
  // Not counted: there is no secret to guess, and a stolen session alone must not lock out the person's codes.
  if (begun === null || begun.confirmedAt !== null) return { kind: "not_begun" };
  const attempt = attemptOf(ctx, "turn_on");
  const until = await codesLockedUntil(ctx, attempt);
  if (until !== null) return { kind: "locked", until };
  return inTransaction(ctx.pool, async (db) => {
    await lockPerson(db, userId);
    const at = ctx.clock.now();
    const factor = await lockSecondFactor(db, userId);
    if (factor === null || factor.confirmedAt !== null) return { kind: "not_begun" };
    const secret = ctx.vault.open(factor.sealedSecret, userId);
    const step = secret === null ? null : stepOfCode(secret, code, at);
    if (step === null) {
      await codeWasWrong(db, attempt, at);
      return { kind: "wrong_code" };
    }
    await codeWasRight(db, attempt);
    await confirmFactor(db, userId, step, at);
    await endSessionsOf(db, userId, { but: sessionId }, at);
    await report(db, ctx, at, "second_factor_turned_on");
    return { kind: "on", recoveryCodes: await renewCodes(db, ctx) };
  });
}

/** Replaces all recovery codes by new ones; requires password and code. */
export function renewRecoveryCodes(ctx: Ctx, proof: Proof): Promise<FactorAction> {
  return withBoth(ctx, "renew_codes", proof, async (db, at) => {
    await report(db, ctx, at, "recovery_codes_renewed");
    return { kind: "renewed", recoveryCodes: await renewCodes(db, ctx) };
  });
}

/** Turns two-factor authentication off: from now on the password alone is enough. Requires password and code. */
export function turnOffSecondFactor(ctx: Ctx, proof: Proof): Promise<FactorAction> {
  return withBoth(ctx, "turn_off", proof, async (db, at) => {
    await deleteSecondFactor(db, ctx.actor.userId);
    await report(db, ctx, at, "second_factor_turned_off");
    return { kind: "off" };
  });
}

type Proof = { password: string; code: string };
type FactorAction =
  | Extract<FactorActionOutcome, { kind: "off" | "renewed" }>
  | { kind: "wrong_password" | "wrong_code" | "not_on" | "no_password" | "busy" }
  | { kind: "locked"; until: Date };

async function withBoth(
  ctx: Ctx,
  purpose: CodePurpose,
  { password, code }: Proof,
  action: (db: Db, at: Date) => Promise<Extract<FactorAction, { kind: "off" | "renewed" }>>,
): Promise<FactorAction> {
  await requirePermission(ctx, "manage_account", { kind: "account", id: ctx.actor.userId });
  const verified = await verifyOwnPassword(ctx, password);
  if (verified.kind !== "right") return verified;
  const { userId } = ctx.actor;
  const held = await findSecondFactor(ctx.pool, userId);
  if (held === null || held.confirmedAt === null) return { kind: "not_on" };
  const attempt = attemptOf(ctx, purpose);
  const until = await codesLockedUntil(ctx, attempt);
  if (until !== null) return { kind: "locked", until };
  return inTransaction(ctx.pool, async (db) => {
    await lockPerson(db, userId);
    const at = ctx.clock.now();
    const factor = await lockSecondFactor(db, userId);
    if (factor === null || factor.confirmedAt === null) return { kind: "not_on" };
    if ((await verifyCode(db, ctx.vault, { personId: userId, code, at })) === null) {
      await codeWasWrong(db, attempt, at);
      return { kind: "wrong_code" };
    }
    await codeWasRight(db, attempt);
    return action(db, at);
  });
}

function attemptOf(ctx: Ctx, purpose: CodePurpose): CodeAttempt {
  const { userId, email } = ctx.actor;
  return { person: { id: userId, email }, purpose, actor: ctx.actor, requestId: ctx.requestId };
}

async function renewCodes(db: Db, ctx: Ctx): Promise<string[]> {
  const { userId } = ctx.actor;
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(
    db,
    userId,
    codes.map((code) => ctx.vault.fingerprint(code, userId)),
  );
  return codes;
}

const CHANGES = {
  second_factor_turned_on: "factor_on",
  second_factor_turned_off: "factor_off",
  recovery_codes_renewed: "recovery_codes",
} as const;

/** Records the change in the audit log, and notifies the person. */
async function report(db: Db, ctx: Ctx, at: Date, action: keyof typeof CHANGES): Promise<void> {
  const { userId } = ctx.actor;
  const subject = { kind: "person", id: userId } as const;
  await recordAudit(db, { at, actor: ctx.actor, action, subject, requestId: ctx.requestId });
  const detail = { change: CHANGES[action], at: at.toISOString(), by: null };
  await notifyOfSignIn(db, userId, at, { event: "sign_in_changed", detail });
}
