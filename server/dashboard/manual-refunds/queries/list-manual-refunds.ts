import { z } from "zod";
import type { ManualRefundListView, ManualRefundTab } from "@/lib/manual-refunds/manual-refund-views";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { type ManualRefund, presentManualRefund } from "../domain/manual-refund";
import {
  listManualRefunds as listStored,
  type ManualRefundFilter,
  type ManualRefundPosition,
} from "../store/manual-refunds";

const PAGE_SIZE = 25;

/** Manual refunds that wait for confirmation, or all, newest first, of one reason or any. An invalid cursor means the first page. */
export async function listManualRefunds(
  ctx: Ctx,
  input: { tab: ManualRefundTab; reason?: string | undefined; cursor?: string },
): Promise<ManualRefundListView> {
  await requirePermission(ctx, "view_refunds", { kind: "manual_refund", id: input.tab });
  const { tab, cursor } = input;
  // One more row than is shown tells whether there is a next page.
  const found = await listStored(ctx.pool, filterOf(input), {
    after: cursor === undefined ? null : readCursor(cursor),
    limit: PAGE_SIZE + 1,
  });
  const page = found.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  return {
    tab,
    refunds: page.map((refund) => presentManualRefund(refund, ctx.actor.userId)),
    nextCursor: found.length > PAGE_SIZE && last !== undefined ? writeCursor(last) : null,
  };
}

/** An empty reason, from a form, is none. */
export function filterOf({
  tab,
  reason = "",
}: {
  tab: ManualRefundTab;
  reason?: string | undefined;
}): ManualRefundFilter {
  return { isWaiting: tab === "waiting", reason: reason === "" ? null : reason };
}

const cursorSchema = z.tuple([z.iso.datetime({ precision: 3 }), z.uuid()]);

const writeCursor = ({ id, recordedAt }: ManualRefund): string => `${recordedAt.toISOString()}_${id}`;

function readCursor(cursor: string): ManualRefundPosition | null {
  const parsed = cursorSchema.safeParse(cursor.split("_"));
  if (!parsed.success) return null;
  const [at, id] = parsed.data;
  return { at: new Date(at), id };
}
