import type { NextRequest } from "next/server";
import { currentTimeZone } from "@/components/time-zone/server";
import { instantField } from "@/lib/contract/ops/fields";
import { PAYMENT_DETAILS } from "@/lib/payments/payment-details";
import { type LivePaymentsView, PAYMENTS_PER_PAGE } from "@/lib/payments/payment-list-views";
import { readPaymentFilter } from "@/server/dashboard/payments/domain/payment-filter";
import { livePayments } from "@/server/dashboard/payments/queries/live-payments";
import { respondWithQuery } from "../../_response";

/** The payments of `ids`, and how many newer than `since` match the filter in the address. */
export async function GET(request: NextRequest): Promise<Response> {
  const given = request.nextUrl.searchParams;
  const query = Object.fromEntries([...given.keys()].map((name) => [name, given.getAll(name)]));
  const zone = await currentTimeZone();
  const { filter, faults } = readPaymentFilter(query, zone);
  const since = instantField.safeParse(given.get("since"));
  const shown = new Set(given.getAll("detail"));
  return respondWithQuery(async (ctx): Promise<LivePaymentsView> => {
    if (faults.length > 0) return { kind: "unknown" };
    return livePayments(ctx, {
      filter,
      zone,
      ids: given.getAll("id").slice(0, PAYMENTS_PER_PAGE),
      since: since.success ? since.data : null,
      details: PAYMENT_DETAILS.filter((detail) => shown.has(detail)),
    });
  });
}
