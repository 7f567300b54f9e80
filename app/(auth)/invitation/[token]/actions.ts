"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { textOf } from "@/lib/form";
import type { AcceptFault as LinkFault } from "@/lib/people";
import { paths } from "@/lib/paths";
import { callerOf } from "@/server/dashboard/auth/caller";
import { readDeviceCookie, writeDeviceCookie } from "@/server/dashboard/auth/device-cookie";
import { writeChallengeCookie, writeSessionCookie } from "@/server/dashboard/auth/session-cookie";
import { acceptLink } from "@/server/dashboard/people/commands/accept-link";
import { getRuntime } from "@/server/dashboard/runtime";
import { limited } from "@/server/platform/log";

type AcceptFault = LinkFault | { kind: "unavailable" };
type AcceptState = { attempt: number; name: string; fault: AcceptFault } | null;

/** Redirects when the password is saved: the person is signed in, or still has to enter a code. See `signInAction`. */
export async function acceptLinkAction(earlier: AcceptState, form: FormData): Promise<AcceptState> {
  const [token, name, password] = ["token", "name", "password"].map((field) => textOf(form, field));
  const cookie = await readDeviceCookie();
  const { device } = callerOf(await headers(), cookie.tokenHash);
  const outcome = await acceptLink(getRuntime(), { token, name, password }, device).catch(
    (error: unknown) => {
      limited(getRuntime().logger).error({ err: error }, "a link could not be accepted");
      return { kind: "unavailable" } as const;
    },
  );
  switch (outcome.kind) {
    case "signed_in":
      await writeDeviceCookie(cookie);
      await writeSessionCookie(outcome);
      return redirect(paths.login());
    case "second_factor":
      await writeChallengeCookie(outcome.token);
      return redirect(paths.secondFactor());
    case "gone":
    case "invalid":
    case "busy":
    case "unavailable":
      return { attempt: (earlier?.attempt ?? 0) + 1, name: name ?? "", fault: outcome };
  }
}
