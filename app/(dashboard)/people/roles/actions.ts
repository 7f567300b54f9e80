"use server";

import type { RoleInput, RoleOutcome } from "@/lib/people/role-views";
import { currentCtx } from "@/server/dashboard/context";
import { deleteRole } from "@/server/dashboard/people/commands/delete-role";
import { saveRole } from "@/server/dashboard/people/commands/save-role";

export async function saveRoleAction(input: RoleInput): Promise<RoleOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : saveRole(ctx, input);
}

export async function deleteRoleAction(input: { id: string; version: number }): Promise<RoleOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : deleteRole(ctx, input);
}
