import { parseUuid } from "@/lib/parse";
import { type LiveRefundsView, REFUNDS_PER_PAGE } from "@/lib/refunds/refund-list-views";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import type { RefundFilter } from "../domain/refund-filter";
import { listIntentsById, listMatching } from "../store/refund-list";
import { ageingBeforeNow, presentRow } from "./list-refunds";

/**
 * What has become of a page of the list since it was read: its refunds as they are now, also those that the filter would not find any
 * more, and how many newer ones match. `since`: when the newest refund of the page was requested; null where newer ones are not
 * asked for.
 */
export async function liveRefunds(
  ctx: Ctx,
  input: { filter: RefundFilter; ids: readonly string[]; since: Date | null },
): Promise<LiveRefundsView> {
  await requirePermission(ctx, "view_refunds", { kind: "refund_list", id: "" });
  const ageingBefore = ageingBeforeNow(ctx);
  const { since } = input;
  const ids = input.ids.filter((id) => parseUuid(id) !== null);
  const page = { ageingBefore, after: null, limit: REFUNDS_PER_PAGE };
  const [shown, newest] = await Promise.all([
    listIntentsById(ctx.pool, ids),
    since === null ? [] : listMatching(ctx.pool, input.filter, page),
  ]);
  const known = new Set(ids);
  const newer = newest.filter(
    ({ id, requestedAt }) => !known.has(id) && since !== null && requestedAt >= since,
  );
  return {
    kind: "live",
    rows: shown.map((intent) => presentRow(intent, ageingBefore)),
    newer: newer.length,
    newestAt: newer[0]?.requestedAt.toISOString() ?? null,
  };
}
