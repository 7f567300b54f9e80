import type { Permission } from "@/lib/can";
import type { AccountRequestView } from "@/lib/gateways/account-requests";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { countOthersWhoMay } from "../../people/store";
import { type AccountRequest, listOpenRequests } from "../store/account-requests";

/** A second person needs these to see the page and to confirm. */
const NEEDED: readonly Permission[] = ["view_gateways", "manage_keys"];

/** What waits for a second person, and how many others than the viewer could be one. */
export async function listAccountRequests(
  ctx: Ctx,
): Promise<{ requests: AccountRequestView[]; others: number }> {
  await requirePermission(ctx, "manage_keys", { kind: "gateway", id: "requests" });
  const at = ctx.clock.now();
  const [requests, others] = await Promise.all([
    listOpenRequests(ctx.pool, ctx.routing.serviceAddress),
    countOthersWhoMay(ctx.pool, NEEDED, ctx.actor.userId),
  ]);
  return {
    requests: requests
      .filter(({ state, expiresAt }) => state === "CONFIRMING" || expiresAt > at)
      .map((request) => viewOf(request, ctx.actor.userId)),
    others,
  };
}

function viewOf(request: AccountRequest, viewerId: string): AccountRequestView {
  return {
    id: request.id,
    gateway: request.gateway,
    account: request.account,
    hint: request.hint,
    isLive: request.isLive,
    requestedBy: request.requestedByName,
    requestedAt: request.requestedAt.toISOString(),
    expiresAt: request.expiresAt.toISOString(),
    isOwn: request.requestedById === viewerId,
    isSending: request.state === "CONFIRMING",
  };
}
