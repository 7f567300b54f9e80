"use server";

import type { ClaimOutcome } from "@/lib/accounts/earlier-services";
import type { KeyAccess } from "@/lib/keys/key-access";
import type { KeyView, NewKeyView } from "@/lib/keys/key-view";
import type { ActionOutcome } from "@/lib/ops-outcomes";
import { claimEarlierService } from "@/server/dashboard/accounts/commands/claim-earlier-service";
import { createKey } from "@/server/dashboard/keys/commands/create-key";
import { revokeKey } from "@/server/dashboard/keys/commands/revoke-key";
import { rotateKey } from "@/server/dashboard/keys/commands/rotate-key";
import { updateKey } from "@/server/dashboard/keys/commands/update-key";
import { currentCtx } from "@/server/dashboard/context";

type Limits = { perSecond: number | null; burst: number | null };

export async function createKeyAction(
  input: Limits & { label: string; expiresAt: string | null; access: KeyAccess | null },
): Promise<ActionOutcome<NewKeyView>> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : createKey(ctx, input);
}

export async function rotateKeyAction(input: {
  keyId: string;
  overlapHours: number;
}): Promise<ActionOutcome<NewKeyView>> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : rotateKey(ctx, input);
}

export async function updateKeyAction(
  input: Limits & { keyId: string; label: string; access: KeyAccess | null },
): Promise<ActionOutcome<KeyView>> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : updateKey(ctx, input);
}

export async function claimEarlierServiceAction(input: { address: string }): Promise<ClaimOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : claimEarlierService(ctx, input);
}

export async function revokeKeyAction(input: { keyId: string }): Promise<ActionOutcome<KeyView>> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : revokeKey(ctx, input);
}
