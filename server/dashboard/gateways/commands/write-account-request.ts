import { randomUUID } from "node:crypto";
import { ACCOUNT_REQUEST_HOURS } from "@/lib/gateways/account-requests";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import type { Ctx } from "../../context";
import { notify } from "../../notifications/store";
import { hintForNotification } from "../domain/account-changes";
import { endOverdueRequests } from "../jobs/end-overdue-requests";
import { insertAccountRequest } from "../store/account-requests";

const HOUR_MS = 60 * 60_000;

type Requested = { account: number; revision: number; hint: string; live: boolean };

/**
 * Writes down that an account, which the service has already and does not use, is to be put in use: for a second person to
 * confirm. `until`: when the service may delete it, so that the request ends before. False when another request of the vendor
 * waits.
 */
export async function writeAccountRequest(
  ctx: Ctx,
  gateway: string,
  { account, revision, hint, live }: Requested,
  { replaces, until = null }: { replaces: number | null; until?: Date | null },
): Promise<boolean> {
  const at = ctx.clock.now();
  const waitsUntil = new Date(at.getTime() + ACCOUNT_REQUEST_HOURS * HOUR_MS);
  await endOverdueRequests(ctx.pool, at);
  return inTransaction(ctx.pool, async (db) => {
    const id = randomUUID();
    const isNew = await insertAccountRequest(db, {
      id,
      serviceAddress: ctx.routing.serviceAddress,
      gateway,
      account,
      revision,
      hint,
      isLive: live,
      replaces,
      requestedById: ctx.actor.userId,
      requestedAt: at,
      expiresAt: until !== null && until < waitsUntil ? until : waitsUntil,
    });
    if (!isNew) return false;
    await recordAudit(db, {
      at,
      actor: ctx.actor,
      action: "gateway_account_request_made",
      subject: { kind: "gateway", id: gateway },
      detail: { gatewayAccount: account, hint, live, replaces },
      requestId: ctx.requestId,
    });
    await notify(db, {
      event: "gateway_account_waiting",
      detail: { gateway, account, hint: hintForNotification(hint), requestedBy: ctx.actor.name },
      at,
      to: "everybody_permitted",
      except: ctx.actor.userId,
      dedupeKey: `gateway_account_waiting:${id}`,
    });
    return true;
  });
}
