"use server";

import type { OpsResult } from "@/lib/contract/ops";
import type { Vendor } from "@/lib/contract/ops/gateway-accounts";
import type { AccountRequestOutcome } from "@/lib/gateways/account-requests";
import type { ActionOutcome } from "@/lib/ops-outcomes";
import {
  confirmAccountRequest,
  declineAccountRequest,
  withdrawAccountRequest,
} from "@/server/dashboard/gateways/commands/decide-account-request";
import {
  type ChosenAccount,
  chooseGatewayAccount,
} from "@/server/dashboard/gateways/commands/choose-gateway-account";
import { resetGateway } from "@/server/dashboard/gateways/commands/reset-gateway";
import { saveFees } from "@/server/dashboard/gateways/commands/save-fees";
import {
  type SavedCredentials,
  saveCredentials,
} from "@/server/dashboard/gateways/commands/save-credentials";
import { currentCtx } from "@/server/dashboard/context";

export async function resetGatewayAction(input: {
  gateway: string;
}): Promise<ActionOutcome<OpsResult<"gateways.reset">>> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : resetGateway(ctx, input);
}

/** `saveAnyway`: the doubt that the person has read and decided against. */
type Entered = { credentials: { gateway: Vendor } & Record<string, string>; saveAnyway: string | null };
/** `change`: other credentials of an account; `add`: a further account, beside the one in use. */
export type CredentialsInput = Entered &
  ({ kind: "change"; account: number; revision: number } | { kind: "add"; replaces: number | null });

export async function saveCredentialsAction(
  input: CredentialsInput,
): Promise<ActionOutcome<SavedCredentials>> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : saveCredentials(ctx, input);
}

export async function chooseGatewayAccountAction(input: {
  gateway: Vendor;
  account: number | null;
  replaces: number | null;
}): Promise<ActionOutcome<ChosenAccount>> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : chooseGatewayAccount(ctx, input);
}

export type FeesInput = {
  gateway: string;
  revision: number;
  fees: { currency: string; payment_method: string | null; percent: string; fixed: string }[];
};

export async function saveFeesAction(
  input: FeesInput,
): Promise<ActionOutcome<OpsResult<"gateways.save_fees">>> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : saveFees(ctx, input);
}

export async function confirmAccountRequestAction(input: {
  requestId: string;
}): Promise<AccountRequestOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : confirmAccountRequest(ctx, input);
}

export async function declineAccountRequestAction(input: {
  requestId: string;
}): Promise<AccountRequestOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : declineAccountRequest(ctx, input);
}

export async function withdrawAccountRequestAction(input: {
  requestId: string;
}): Promise<AccountRequestOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : withdrawAccountRequest(ctx, input);
}
