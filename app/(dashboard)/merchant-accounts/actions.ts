"use server";

import type { AccountInput, AccountOutcome, NewAccountInput } from "@/lib/accounts/account-views";
import { addAccount } from "@/server/dashboard/accounts/commands/add-account";
import { appointAdmin } from "@/server/dashboard/accounts/commands/appoint-admin";
import {
  changeAppearance,
  changeCredentials,
  setAccountClosed,
} from "@/server/dashboard/accounts/commands/change-account";
import { currentCtx } from "@/server/dashboard/context";
import { getRuntime } from "@/server/dashboard/runtime";

export async function addAccountAction(input: NewAccountInput): Promise<AccountOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : addAccount(ctx, input, getRuntime().accounts);
}

export async function changeAccountAction(
  input: { id: number } & Pick<AccountInput, "name" | "colour">,
): Promise<AccountOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : changeAppearance(ctx, input);
}

export async function replaceAccountKeyAction(
  input: { id: number } & Pick<AccountInput, "apiKey" | "salt">,
): Promise<AccountOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : changeCredentials(ctx, input, getRuntime().accounts);
}

export async function appointAdminAction(input: { id: number; email: string }): Promise<AccountOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : appointAdmin(ctx, input);
}

export async function closeAccountAction(input: { id: number; isClosed: boolean }): Promise<AccountOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : setAccountClosed(ctx, input);
}
