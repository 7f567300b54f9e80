import type { NextRequest } from "next/server";
import { instantField } from "@/lib/contract/ops/fields";
import { type LiveRefundsView, REFUNDS_PER_PAGE } from "@/lib/refunds/refund-list-views";
import { readRefundFilter } from "@/server/dashboard/refunds/domain/refund-filter";
import { liveRefunds } from "@/server/dashboard/refunds/queries/live-refunds";
import { respondWithQuery } from "../../_response";

/** The refunds of `id`, and how many newer than `since` match the filter in the address. */
export async function GET(request: NextRequest): Promise<Response> {
  const given = request.nextUrl.searchParams;
  const query = Object.fromEntries([...given.keys()].map((name) => [name, given.getAll(name)]));
  const since = instantField.safeParse(given.get("since"));
  return respondWithQuery(async (ctx): Promise<LiveRefundsView | { kind: "unknown" }> => {
    const { filter, faults } = readRefundFilter(query, ctx.clock.now());
    if (Object.keys(faults).length > 0) return { kind: "unknown" };
    return liveRefunds(ctx, {
      filter,
      ids: given.getAll("id").slice(0, REFUNDS_PER_PAGE),
      since: since.success ? new Date(since.data) : null,
    });
  });
}
