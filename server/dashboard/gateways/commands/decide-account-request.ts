import { z } from "zod";
import { roleAllows } from "@/lib/can";
import { VENDORS } from "@/lib/contract/ops/gateway-accounts";
import type { AccountRequestOutcome } from "@/lib/gateways/account-requests";
import { err, ok, type Result } from "@/lib/result";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { doAtService } from "../../ops/do-at-service";
import { lockActiveRole } from "../../people/store";
import {
  type AccountRequest,
  decideAccountRequest,
  endAccountRequest,
  lockAccountRequest,
  repeatDecision,
  undoConfirmation,
} from "../store/account-requests";

const inputSchema = z.object({ requestId: z.uuid().transform((id) => id.toLowerCase()) });
const useSchema = z.object({
  gateway: z.enum(VENDORS),
  account: z.number(),
  replaces: z.number().nullable(),
});

/**
 * A second person confirms that new payments' money goes to an account. Never who requested it, whatever their role is by now:
 * the people are compared, under the row's lock and by a constraint of the table. The decision is stored before the call;
 * while its response is missing, the same call can be sent again under the same conditions, and takes effect once. The service tries the vendor again, and
 * uses only the credentials that were requested.
 */
export async function confirmAccountRequest(ctx: Ctx, input: unknown): Promise<AccountRequestOutcome> {
  const locked = await decide(ctx, input, "confirm");
  return locked.ok ? useAtService(ctx, locked.value) : locked.error;
}

/** A second person does not want it: nothing changes. */
export const declineAccountRequest = (ctx: Ctx, input: unknown): Promise<AccountRequestOutcome> =>
  decided(ctx, input, "decline");

/** The person who requested it withdraws it while it waits. */
export const withdrawAccountRequest = (ctx: Ctx, input: unknown): Promise<AccountRequestOutcome> =>
  decided(ctx, input, "withdraw");

async function decided(
  ctx: Ctx,
  input: unknown,
  step: "decline" | "withdraw",
): Promise<AccountRequestOutcome> {
  const locked = await decide(ctx, input, step);
  return locked.ok ? { kind: "done" } : locked.error;
}

/** `undoes`: the time of the decision, where this call made it: it is taken back if it was not sent. */
type Decided = { request: AccountRequest; undoes: Date | null };

const STEPS = {
  confirm: { state: "CONFIRMING", action: "gateway_account_request_confirmed", isOwn: false },
  decline: { state: "DECLINED", action: "gateway_account_request_declined", isOwn: false },
  withdraw: { state: "WITHDRAWN", action: "gateway_account_request_withdrawn", isOwn: true },
} as const;

async function decide(
  ctx: Ctx,
  input: unknown,
  step: keyof typeof STEPS,
): Promise<Result<Decided, AccountRequestOutcome>> {
  const parsed = inputSchema.safeParse(input);
  if (!(await authorize(ctx, "manage_keys", { kind: "gateway", id: "" }))) return err({ kind: "forbidden" });
  if (!parsed.success) return err({ kind: "malformed" });
  const { state, action, isOwn } = STEPS[step];
  const at = ctx.clock.now();
  return inTransaction<Result<Decided, AccountRequestOutcome>>(ctx.pool, async (db) => {
    const request = await lockAccountRequest(db, parsed.data.requestId);
    if (request === null || request.serviceAddress !== ctx.routing.serviceAddress)
      return err({ kind: "not_found" });
    if ((request.requestedById === ctx.actor.userId) !== isOwn)
      return err({ kind: isOwn ? "not_own" : "own" });
    // An earlier call got no response: it is sent again.
    const isRepeated = request.state === "CONFIRMING" && step === "confirm";
    const requester = await lockActiveRole(db, request.requestedById);
    const isRequesterLost = requester === null || !roleAllows(requester, "manage_keys");
    // Nobody can send it again: without an end it would keep the vendor from other requests until it expires. A late
    // call is refused by the service once another account is in use, and the watch reports one that took effect.
    const isAbandoned = request.state === "CONFIRMING" && step === "decline" && isRequesterLost;
    if (request.state !== "WAITING" && !isRepeated && !isAbandoned)
      return err({ kind: request.state === "EXPIRED" ? "expired" : "closed" });
    if (request.expiresAt <= at) return err({ kind: "expired" });
    if (step === "confirm") {
      if (isRequesterLost) return err({ kind: "requester_lost" });
      const own = await lockActiveRole(db, ctx.actor.userId);
      if (own === null || !roleAllows(own, "manage_keys")) return err({ kind: "forbidden" });
    }
    if (isRepeated) {
      await repeatDecision(db, request.id, at);
      return ok({ request, undoes: null });
    }
    await decideAccountRequest(db, request.id, { state, byId: ctx.actor.userId, at });
    await recordAudit(db, {
      at,
      actor: ctx.actor,
      action,
      subject: { kind: "gateway", id: request.gateway },
      detail: {
        gatewayAccount: request.account,
        hint: request.hint,
        live: request.isLive,
        requestedBy: request.requestedByName,
      },
      requestId: ctx.requestId,
    });
    return ok({ request, undoes: at });
  });
}

async function useAtService(ctx: Ctx, { request, undoes }: Decided): Promise<AccountRequestOutcome> {
  const { gateway, account, replaces } = request;
  const outcome = await doAtService(
    ctx,
    { gateway, account, replaces },
    {
      operation: "gateways.use_account",
      permission: "manage_keys",
      action: "gateway_account_use",
      input: useSchema,
      subject: () => ({ kind: "gateway", id: gateway }),
      detail: () => ({ gatewayAccount: account, replaces, requestedBy: request.requestedByName }),
      fields: (given) => ({ ...given, revision: request.revision, created_by: ctx.actor.email }),
    },
  );
  switch (outcome.kind) {
    case "done":
      await endAccountRequest(ctx.pool, request.id, "CONFIRMED");
      return { kind: "done" };
    case "conflict":
    case "refused":
    case "not_found":
      await endAccountRequest(ctx.pool, request.id, "REFUSED");
      return outcome;
    case "not_sent":
    case "not_offered":
    case "malformed":
    case "forbidden":
    case "signed_out":
      if (undoes !== null) await undoConfirmation(ctx.pool, request.id, undoes);
      return outcome;
    case "unknown":
      return outcome;
  }
}
