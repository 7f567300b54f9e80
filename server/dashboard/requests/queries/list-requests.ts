import { z } from "zod";
import type { RequestListView, RequestTab } from "@/lib/requests/request-views";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import type { RefundRequest } from "../domain/request";
import {
  countUndecidedRequests,
  listDecidedRequests,
  listRequestsOf,
  listUndecidedRequests,
  type RequestPosition,
} from "../store/requests";
import { withBalance } from "./with-balance";

const PAGE_SIZE = 25;

/**
 * Refund requests, of one reason or any: undecided, oldest first; decided, newest first; or one's own. Undecided ones have the balance as it is
 * now. An invalid cursor means the first page.
 */
export async function listRequests(
  ctx: Ctx,
  input: { tab: RequestTab; reason?: string | undefined; cursor?: string },
): Promise<RequestListView> {
  await requirePermission(ctx, "view_refunds", { kind: "refund_request", id: input.tab });
  const { tab } = input;
  const after = input.cursor === undefined ? null : readCursor(input.cursor);
  const now = ctx.clock.now();
  // One more row than is shown tells whether there is a next page.
  const [found, open] = await Promise.all([
    read(ctx, tab, now, {
      after,
      limit: PAGE_SIZE + 1,
      reason: input.reason === "" ? null : (input.reason ?? null),
    }),
    countUndecidedRequests(ctx.pool, now),
  ]);
  const page = found.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  return {
    tab,
    requests: await withBalance(ctx, page),
    open,
    nextCursor: found.length > PAGE_SIZE && last !== undefined ? writeCursor(tab, last) : null,
  };
}

function read(
  { pool, actor }: Ctx,
  tab: RequestTab,
  now: Date,
  page: { after: RequestPosition | null; limit: number; reason: string | null },
): Promise<RefundRequest[]> {
  switch (tab) {
    case "open":
      return listUndecidedRequests(pool, now, page);
    case "decided":
      return listDecidedRequests(pool, page);
    case "mine":
      return listRequestsOf(pool, actor.userId, page);
  }
}

const cursorSchema = z.tuple([z.iso.datetime({ precision: 3 }), z.uuid()]);

function writeCursor(tab: RequestTab, { id, requestedAt, decidedAt }: RefundRequest): string {
  const at = tab === "decided" && decidedAt !== null ? decidedAt : requestedAt;
  return `${at.toISOString()}_${id}`;
}

function readCursor(cursor: string): RequestPosition | null {
  const parsed = cursorSchema.safeParse(cursor.split("_"));
  if (!parsed.success) return null;
  const [at, id] = parsed.data;
  return { at: new Date(at), id };
}
