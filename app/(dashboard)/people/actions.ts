"use server";

import { revalidatePath } from "next/cache";
import type { InviteOutcome, PersonActionOutcome } from "@/lib/people";
import type { MemberOutcome } from "@/lib/accounts/account-views";
import { textOf } from "@/lib/form";
import { paths } from "@/lib/paths";
import { changeRole } from "@/server/dashboard/people/commands/change-role";
import { invitePerson } from "@/server/dashboard/people/commands/invite-person";
import { makePersonLink, withdrawPersonLink } from "@/server/dashboard/people/commands/person-links";
import {
  endPersonSessions,
  resetPersonSecondFactor,
  unlockSignIn,
} from "@/server/dashboard/people/commands/reset-person-access";
import {
  deactivatePerson,
  reactivatePerson,
  removeFromFirstAccount,
} from "@/server/dashboard/people/commands/set-person-active";
import { addMember } from "@/server/dashboard/accounts/commands/add-member";
import { inviteToAccount } from "@/server/dashboard/accounts/commands/invite-to-account";
import { isSignInPossible } from "@/server/dashboard/accounts/queries/is-sign-in-possible";
import { hasOtherAccount } from "@/server/dashboard/accounts/queries/read-landing";
import { getRuntime } from "@/server/dashboard/runtime";
import { type Ctx, currentCtx } from "@/server/dashboard/context";

export type InviteState = {
  attempt: number;
  outcome: InviteOutcome;
} | null;

export async function inviteAction(earlier: InviteState, form: FormData): Promise<InviteState> {
  const ctx = await currentCtx();
  const typed = { name: textOf(form, "name"), email: textOf(form, "email"), role: textOf(form, "role") };
  const account = textOf(form, "account");
  const outcome = ctx === null ? ({ kind: "signed_out" } as const) : await invite(ctx, { ...typed, account });
  return { attempt: (earlier?.attempt ?? 0) + 1, outcome };
}

export async function addMemberAction(input: { email: string; role: string }): Promise<MemberOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : addMember(ctx, input, getRuntime().pool);
}

/** Also to another account alone, by an admin of the first one. */
function invite(ctx: Ctx, typed: { account: string }): Promise<InviteOutcome> {
  if (ctx.account.slug !== null) return Promise.resolve({ kind: "forbidden" });
  return typed.account === "" ? invitePerson(ctx, typed) : inviteToAccount(ctx, typed, getRuntime().accounts);
}

/** All actions on a person share one server action, so that the page has one place for the outcome. */
export type PersonAction =
  | "change_role"
  | "deactivate"
  | "leave_first"
  | "reactivate"
  | "make_link"
  | "revoke_link"
  | "reset_factor"
  | "end_sessions"
  | "unlock";
export type PersonActionState = { attempt: number; action: string; outcome: PersonActionOutcome } | null;

export async function personAction(earlier: PersonActionState, form: FormData): Promise<PersonActionState> {
  const ctx = await currentCtx();
  const action = textOf(form, "personAction");
  const outcome: PersonActionOutcome =
    ctx === null ? { kind: "signed_out" } : await perform(ctx, action, form);
  if (outcome.kind === "done" || outcome.kind === "link" || outcome.kind === "unchanged") {
    revalidatePath(paths.person(textOf(form, "personId")));
  }
  return { attempt: (earlier?.attempt ?? 0) + 1, action, outcome };
}

/** Somebody who is deactivated in the installation comes back there first. */
async function mayReactivate({ account }: Ctx, personId: string): Promise<boolean> {
  return account.slug === null || (await isSignInPossible(getRuntime().pool, personId));
}

const OF_EVERY_ACCOUNT: ReadonlySet<string> = new Set(["change_role", "deactivate", "reactivate"]);

async function perform(ctx: Ctx, action: string, form: FormData): Promise<PersonActionOutcome> {
  // What a person signs in with exists once, in the first account (decision 0300).
  if (ctx.account.slug !== null && !OF_EVERY_ACCOUNT.has(action)) return { kind: "forbidden" };
  const personId = textOf(form, "personId");
  if (action === "reactivate" && !(await mayReactivate(ctx, personId))) return { kind: "forbidden" };
  const sessionId = textOf(form, "sessionId");
  const actions: Record<PersonAction, () => Promise<PersonActionOutcome>> = {
    change_role: () => changeRole(ctx, { personId, role: textOf(form, "role") }),
    deactivate: () => deactivatePerson(ctx, personId),
    leave_first: () => removeFromFirstAccount(ctx, personId, hasOtherAccount),
    reactivate: () => reactivatePerson(ctx, personId),
    make_link: () => makePersonLink(ctx, personId),
    revoke_link: () => withdrawPersonLink(ctx, personId),
    reset_factor: () => resetPersonSecondFactor(ctx, personId),
    end_sessions: () => endPersonSessions(ctx, { personId, ...(sessionId === "" ? {} : { sessionId }) }),
    unlock: () => unlockSignIn(ctx, personId),
  };
  return Object.hasOwn(actions, action) ? actions[action as PersonAction]() : { kind: "not_found" };
}
