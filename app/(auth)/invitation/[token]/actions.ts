"use server";

import { redirect } from "next/navigation";
import { textOf } from "@/lib/form";
import type { AcceptOutcome } from "@/lib/people";
import { paths } from "@/lib/paths";
import { acceptLink } from "@/server/dashboard/commands/accept-link";
import { getRuntime } from "@/server/dashboard/runtime";

export type AcceptFault = Exclude<AcceptOutcome, { kind: "accepted" }> | { kind: "unavailable" };
export type AcceptState = { attempt: number; name: string; fault: AcceptFault } | null;

/** Ends in a redirect to the sign-in page when the password is saved. */
export async function acceptLinkAction(earlier: AcceptState, form: FormData): Promise<AcceptState> {
  const [token, name, password] = ["token", "name", "password"].map((field) => textOf(form, field));
  const outcome = await acceptLink(getRuntime(), { token, name, password }).catch((error: unknown) => {
    getRuntime().logger.error({ err: error }, "a link could not be taken");
    return { kind: "unavailable" } as const;
  });
  if (outcome.kind === "accepted") redirect(paths.loginAfterPassword());
  return { attempt: (earlier?.attempt ?? 0) + 1, name: name ?? "", fault: outcome };
}
