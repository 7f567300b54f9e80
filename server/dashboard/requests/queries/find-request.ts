import { formatPaise } from "@/lib/money";
import { parseUuid } from "@/lib/parse";
import type { RequestDetailView } from "@/lib/requests/request-views";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { listRequestEvents } from "../store/request-events";
import { findRequest as findStored } from "../store/requests";
import { withBalance } from "./with-balance";

/** One refund request with everything that happened to it; null when none has this id. */
export async function findRequest(ctx: Ctx, requestId: string): Promise<RequestDetailView | null> {
  await requirePermission(ctx, "view_refunds", { kind: "refund_request", id: requestId });
  const id = parseUuid(requestId);
  const found = id === null ? null : await findStored(ctx.pool, id);
  if (found === null) return null;
  const [events, [request]] = await Promise.all([
    listRequestEvents(ctx.pool, found.id),
    withBalance(ctx, [found]),
  ]);
  if (request === undefined) throw new Error("one request became none");
  return {
    request,
    events: events.map(({ kind, at, byName, text, amountPaise }) => ({
      kind,
      at: at.toISOString(),
      by: byName,
      text,
      amount: formatPaise(amountPaise),
    })),
  };
}
