import { z } from "zod";
import { type GatewayAccountView, VENDORS } from "@/lib/contract/ops/gateway-accounts";
import { ACCOUNT_REQUEST_HOURS } from "@/lib/gateways/account-requests";
import type { ActionOutcome } from "@/lib/ops-outcomes";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { doAtService } from "../../ops/do-at-service";
import { readOps, whyNotOffered } from "../../ops/read-ops";
import { endConfirmingRequest } from "../store/account-requests";
import { writeAccountRequest } from "./write-account-request";

const HOUR_MS = 60 * 60_000;

const inputSchema = z.object({
  gateway: z.enum(VENDORS),
  account: z.number().nullable(),
  replaces: z.number().nullable(),
});
type Choice = z.infer<typeof inputSchema>;

/** `isWaiting`: a second person has to confirm it before anything changes. */
export type ChosenAccount = { isWaiting: boolean };

/**
 * Takes an account out of use, which holds at once: it stops money, also a stranger's, and ends a confirmed request at the vendor
 * that the service has not answered. Or requests that one is put in use, which
 * a second person has to confirm (0315).
 */
export async function chooseGatewayAccount(ctx: Ctx, input: unknown): Promise<ActionOutcome<ChosenAccount>> {
  const parsed = inputSchema.safeParse(input);
  if (parsed.success && parsed.data.account !== null)
    return requestUse(ctx, { ...parsed.data, account: parsed.data.account });
  const outcome = await doAtService(ctx, input, {
    operation: "gateways.use_account",
    permission: "manage_keys",
    action: "gateway_account_use",
    input: inputSchema,
    subject: (given) => ({ kind: "gateway", id: given?.gateway ?? "" }),
    detail: ({ account, replaces }) => ({ gatewayAccount: account, replaces }),
    fields: (given) => ({ ...given, created_by: ctx.actor.email }),
  });
  if (outcome.kind !== "done") return outcome;
  // A confirmed request whose response was lost would put an account in use again that a person has stopped.
  if (parsed.success) await endConfirmingRequest(ctx.pool, ctx.routing.serviceAddress, parsed.data.gateway);
  return { kind: "done", value: { isWaiting: false } };
}

async function requestUse(
  ctx: Ctx,
  { gateway, account, replaces }: Choice & { account: number },
): Promise<ActionOutcome<ChosenAccount>> {
  if (!(await authorize(ctx, "manage_keys", { kind: "gateway", id: gateway }))) return { kind: "forbidden" };
  // A service without it could not be told which credentials somebody has decided about.
  const missing = await whyNotOffered(ctx, "gateways.save_account");
  if (missing?.kind === "not_offered") return { kind: "not_offered" };
  if (missing !== null) return { kind: "not_sent", serviceError: missing.serviceError };
  const read = await readOps(ctx, "gateways.accounts", {});
  switch (read.kind) {
    case "service_error":
      return { kind: "not_sent", serviceError: read.serviceError };
    case "not_offered":
    case "not_found":
      return { kind: read.kind };
    case "refused":
      return read;
    case "found":
      break;
  }
  const accounts = read.value.vendors.find((vendor) => vendor.gateway === gateway)?.accounts ?? [];
  const chosen = accounts.find((each) => each.account === account);
  if (chosen === undefined) return { kind: "not_found" };
  const inUse = accounts.find((each) => each.in_use)?.account ?? null;
  if (inUse === account) return { kind: "done", value: { isWaiting: false } };
  if (inUse !== replaces) return CHANGED;
  const deletedAt = deletionOf(chosen);
  if (deletedAt !== null && deletedAt <= ctx.clock.now()) return TOO_OLD;
  const isWritten = await writeAccountRequest(ctx, gateway, chosen, { replaces, until: deletedAt });
  return isWritten ? { kind: "done", value: { isWaiting: true } } : OTHER_WAITS;
}

/**
 * When the service may delete an account that is not in use: without payments, a day after it was taken out of use. Null for
 * one that it keeps. One that was entered again since is kept for longer, which the service does not tell.
 */
function deletionOf({
  last_payment_at: lastPaymentAt,
  retired_at: retiredAt,
}: Pick<GatewayAccountView, "last_payment_at" | "retired_at">): Date | null {
  if (lastPaymentAt !== null || retiredAt === null) return null;
  return new Date(new Date(retiredAt).getTime() + ACCOUNT_REQUEST_HOURS * HOUR_MS);
}

const CHANGED = {
  kind: "conflict",
  message: "The accounts of this vendor have changed meanwhile. Read them again.",
} as const;
const TOO_OLD = {
  kind: "conflict",
  message:
    "This account has no payments, so its credentials are deleted about now. Enter them again as another account.",
} as const;
export const OTHER_WAITS = {
  kind: "conflict",
  message: "Another request for this vendor waits for a second person. Have it decided first.",
} as const;
