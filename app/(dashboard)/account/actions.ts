"use server";

import { revalidatePath } from "next/cache";
import QRCode from "qrcode";
import type {
  BeginFactorOutcome,
  ChangePasswordOutcome,
  ConfirmFactorOutcome,
  EndSessionsOutcome,
  FactorActionOutcome,
} from "@/lib/people";
import { textOf } from "@/lib/form";
import { paths } from "@/lib/paths";
import { writeSessionCookie } from "@/server/dashboard/auth/session-cookie";
import { changeOwnPassword } from "@/server/dashboard/people/commands/change-own-password";
import { endOwnSessions } from "@/server/dashboard/people/commands/end-own-sessions";
import { seeAccountNotices } from "@/server/dashboard/people/commands/see-account-notices";
import {
  beginSecondFactor,
  confirmSecondFactor,
  renewRecoveryCodes,
  turnOffSecondFactor,
} from "@/server/dashboard/people/commands/own-second-factor";
import { ownCtx } from "@/server/dashboard/context";

/** Tells two equal responses apart. */
type Answered<T> = { attempt: number; outcome: T } | null;

export type PasswordState = Answered<ChangePasswordOutcome>;

export async function changePasswordAction(earlier: PasswordState, form: FormData): Promise<PasswordState> {
  const response = (outcome: ChangePasswordOutcome): PasswordState => ({
    attempt: (earlier?.attempt ?? 0) + 1,
    outcome,
  });
  const ctx = await ownCtx();
  if (ctx === null) return response({ kind: "signed_out" });
  const outcome = await changeOwnPassword(ctx, {
    current: textOf(form, "current"),
    next: textOf(form, "next"),
  });
  switch (outcome.kind) {
    case "changed":
      await writeSessionCookie({ userId: ctx.actor.userId, sessionId: outcome.sessionId });
      return response({ kind: "changed" });
    case "locked":
      return response({ kind: "locked", until: outcome.until.toISOString() });
    case "invalid":
    case "wrong_password":
    case "no_password":
    case "busy":
      return response(outcome);
  }
}

export async function beginFactorAction(form: FormData): Promise<BeginFactorOutcome> {
  const ctx = await ownCtx();
  if (ctx === null) return { kind: "signed_out" };
  const outcome = await beginSecondFactor(ctx, textOf(form, "password"));
  switch (outcome.kind) {
    case "begun": {
      const qrSvg = await QRCode.toString(outcome.uri, { type: "svg", margin: 2 });
      return { kind: "begun", secret: outcome.secret, qrSvg };
    }
    case "locked":
      return { kind: "locked", until: outcome.until.toISOString() };
    case "no_password":
      return { kind: "wrong_password" };
    case "already_on":
    case "wrong_password":
    case "busy":
      return { kind: outcome.kind };
  }
}

export async function confirmFactorAction(form: FormData): Promise<ConfirmFactorOutcome> {
  const ctx = await ownCtx();
  if (ctx === null) return { kind: "signed_out" };
  const outcome = await confirmSecondFactor(ctx, textOf(form, "code"));
  if (outcome.kind === "locked") return { kind: "locked", until: outcome.until.toISOString() };
  if (outcome.kind === "on") {
    revalidatePath(paths.account());
    return outcome;
  }
  return { kind: outcome.kind };
}

export async function factorAction(form: FormData): Promise<FactorActionOutcome> {
  const ctx = await ownCtx();
  if (ctx === null) return { kind: "signed_out" };
  const proof = { password: textOf(form, "password"), code: textOf(form, "code") };
  const outcome = await (textOf(form, "factorAction") === "off"
    ? turnOffSecondFactor(ctx, proof)
    : renewRecoveryCodes(ctx, proof));
  switch (outcome.kind) {
    case "off":
    case "renewed":
      revalidatePath(paths.account());
      return outcome;
    case "locked":
      return { kind: "locked", until: outcome.until.toISOString() };
    case "no_password":
      return { kind: "wrong_password" };
    case "wrong_password":
    case "wrong_code":
    case "not_on":
    case "busy":
      return { kind: outcome.kind };
  }
}

/** Returns nothing: the page is rendered again without the notices. */
export async function seeNoticesAction(form: FormData): Promise<void> {
  const ctx = await ownCtx();
  if (ctx === null) return;
  await seeAccountNotices(ctx, textOf(form, "upTo"));
  revalidatePath("/", "layout");
}

export type SessionsState = Answered<EndSessionsOutcome>;

export async function endSessionsAction(earlier: SessionsState, form: FormData): Promise<SessionsState> {
  const attempt = (earlier?.attempt ?? 0) + 1;
  const ctx = await ownCtx();
  if (ctx === null) return { attempt, outcome: { kind: "signed_out" } };
  const session = textOf(form, "session");
  const count = await endOwnSessions(ctx, session === "others" ? session : { only: session });
  revalidatePath(paths.account());
  return { attempt, outcome: { kind: "ended", count } };
}
