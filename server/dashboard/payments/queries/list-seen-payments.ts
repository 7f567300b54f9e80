import { z } from "zod";
import type { SeenListView } from "@/lib/payments/payment-list-views";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { presentLastSeen } from "../domain/seen-payment";
import { listNewestSeen, type SeenPosition } from "../store/seen-payments";
import { withRefundsMadeHere } from "./refunds-made-here";

const PAGE_SIZE = 50;

/**
 * The payments that this dashboard has seen at a service without a list (decision 0329), newest first, each with the status
 * that it had when it was last seen. The service is not asked: a page would cost it fifty calls. An invalid cursor means
 * the first page.
 */
export async function listSeenPayments(ctx: Ctx, input: { cursor: string | null }): Promise<SeenListView> {
  await requirePermission(ctx, "view_payments", { kind: "payment_list", id: "seen" });
  const after = input.cursor === null ? null : readCursor(input.cursor);
  // One more row than is shown tells whether there is a next page.
  const found = await listNewestSeen(ctx.pool, ctx.routing.serviceAddress, { after, limit: PAGE_SIZE + 1 });
  const page = found.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  return {
    payments: await withRefundsMadeHere(ctx, page.map(presentLastSeen)),
    nextCursor: found.length > PAGE_SIZE && last !== undefined ? writeCursor(last) : null,
    isFirstPage: after === null,
  };
}

const timeSchema = z.iso.datetime({ precision: 3 });

function writeCursor({ createdAt, transactionId }: SeenPosition): string {
  return `${createdAt.toISOString()}_${transactionId}`;
}

/** A transaction id may contain any character, so only the first one separates. */
function readCursor(cursor: string): SeenPosition | null {
  const end = cursor.indexOf("_");
  const at = timeSchema.safeParse(cursor.slice(0, Math.max(end, 0)));
  if (!at.success || cursor.includes("\0")) return null;
  return { createdAt: new Date(at.data), transactionId: cursor.slice(end + 1) };
}
