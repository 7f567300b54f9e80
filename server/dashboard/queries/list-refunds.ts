import { z } from "zod";
import type { RefundListView } from "@/lib/views";
import { requirePermission } from "../auth/authorize";
import type { Ctx } from "../context";
import { presentIntent } from "../domain/refund-intent";
import { listIntents, type IntentPosition } from "../store/refund-intents";

const PAGE_SIZE = 50;

/** The refunds asked for here, newest first, with the status last seen. A cursor that is not ours means the first page. */
export async function listRefunds(ctx: Ctx, input: { cursor?: string }): Promise<RefundListView> {
  await requirePermission(ctx, "view_refunds", { kind: "refund_list", id: input.cursor ?? "" });
  const found = await listIntents(ctx.pool, {
    before: input.cursor === undefined ? null : readCursor(input.cursor),
    // One more than is shown tells whether there is a next page.
    limit: PAGE_SIZE + 1,
  });
  const page = found.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  return {
    refunds: page.map(presentIntent),
    nextCursor: found.length > PAGE_SIZE && last !== undefined ? writeCursor(last) : null,
  };
}

const cursorSchema = z.tuple([z.iso.datetime({ precision: 3 }), z.uuid()]);

function writeCursor(position: IntentPosition): string {
  return `${position.requestedAt.toISOString()}_${position.id}`;
}

function readCursor(cursor: string): IntentPosition | null {
  const parsed = cursorSchema.safeParse(cursor.split("_"));
  if (!parsed.success) return null;
  const [requestedAt, id] = parsed.data;
  return { requestedAt: new Date(requestedAt), id };
}
