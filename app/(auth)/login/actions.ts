"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { textOf } from "@/lib/form";
import { paths, safeReturnPath } from "@/lib/paths";
import { callerOf } from "@/server/dashboard/auth/caller";
import { readDeviceCookie, writeDeviceCookie } from "@/server/dashboard/auth/device-cookie";
import { passSecondFactor } from "@/server/dashboard/auth/pass-second-factor";
import { setRetryAfter } from "@/server/dashboard/auth/retry-after";
import {
  deleteChallengeCookie,
  readChallengeCookie,
  writeChallengeCookie,
  writeSessionCookie,
} from "@/server/dashboard/auth/session-cookie";
import { type Caller, signIn } from "@/server/dashboard/auth/sign-in";
import { getRuntime } from "@/server/dashboard/runtime";
import { limited } from "@/server/platform/log";

export type SignInFault =
  | { kind: "missing"; fields: readonly ("email" | "password")[] }
  | { kind: "wrong" }
  | { kind: "locked"; minutes: number }
  | { kind: "limited"; minutes: number }
  | { kind: "busy" }
  | { kind: "unavailable" };
/** `attempt` tells two equal responses apart, so that each is announced. */
type SignInState = { attempt: number; email: string; fault: SignInFault } | null;

/**
 * Redirects when the person is signed in or still has to enter a code. The sign-in page, which is always loaded as a
 * document of its own, leads a signed-in person to their page (decision 0129).
 */
export async function signInAction(earlier: SignInState, form: FormData): Promise<SignInState> {
  const email = textOf(form, "email").trim();
  const password = textOf(form, "password");
  const returnPath = safeReturnPath(textOf(form, "from"));
  const response = (fault: SignInFault): SignInState => ({
    attempt: (earlier?.attempt ?? 0) + 1,
    email,
    fault,
  });

  const fields = (["email", "password"] as const).filter(
    (name) => (name === "email" ? email : password) === "",
  );
  if (fields.length > 0) return response({ kind: "missing", fields });

  const outcome = await tried(async (caller) => signIn(getRuntime(), { email, password }, caller));
  switch (outcome.kind) {
    case "wrong":
    case "unavailable":
      return response(outcome);
    case "locked":
      return response({ kind: "locked", minutes: minutesUntil(outcome.until) });
    case "limited":
      setRetryAfter(minutesUntil(outcome.until) * 60);
      return response({ kind: "limited", minutes: minutesUntil(outcome.until) });
    case "busy":
      setRetryAfter(outcome.retryAfterSeconds);
      return response({ kind: "busy" });
    case "second_factor":
      await writeChallengeCookie(outcome.token);
      return redirect(paths.secondFactor(returnPath));
    case "signed_in":
      await writeSessionCookie(outcome);
      return redirect(paths.login(returnPath));
  }
}

export type CodeFault =
  | { kind: "missing" }
  | { kind: "wrong" }
  | { kind: "expired" }
  | { kind: "locked"; minutes: number }
  | { kind: "unavailable" };
type CodeState = { attempt: number; fault: CodeFault } | null;

export async function secondFactorAction(earlier: CodeState, form: FormData): Promise<CodeState> {
  const code = textOf(form, "code").trim();
  const returnPath = safeReturnPath(textOf(form, "from"));
  const response = (fault: CodeFault): CodeState => ({ attempt: (earlier?.attempt ?? 0) + 1, fault });
  if (code === "") return response({ kind: "missing" });

  const token = await readChallengeCookie();
  if (token === null) return response({ kind: "expired" });
  const outcome = await tried(async ({ device }) => passSecondFactor(getRuntime(), { token, code }, device));
  switch (outcome.kind) {
    case "wrong":
    case "expired":
    case "unavailable":
      return response(outcome);
    case "locked":
      return response({ kind: "locked", minutes: minutesUntil(outcome.until) });
    case "signed_in":
      await deleteChallengeCookie();
      await writeSessionCookie(outcome);
      return redirect(paths.login(returnPath));
  }
}

/** The person learns that something failed, never what. A browser that is signed in is known from then on. */
async function tried<T extends { kind: string }>(
  attempt: (caller: Caller) => Promise<T>,
): Promise<T | { kind: "unavailable" }> {
  const device = await readDeviceCookie();
  const caller = callerOf(await headers(), device.tokenHash);
  try {
    const outcome = await attempt(caller);
    if (outcome.kind === "signed_in") await writeDeviceCookie(device);
    return outcome;
  } catch (error) {
    limited(getRuntime().logger).error({ err: error }, "sign-in failed");
    return { kind: "unavailable" };
  }
}

function minutesUntil(until: Date): number {
  return Math.max(1, Math.ceil((until.getTime() - getRuntime().clock.now().getTime()) / 60_000));
}
