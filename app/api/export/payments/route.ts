import type { NextRequest } from "next/server";
import { currentTimeZone } from "@/components/time-zone/server";
import { paths } from "@/lib/paths";
import { readPaymentFilter, writePaymentFilter } from "@/server/dashboard/payments/domain/payment-filter";
import { exportPayments } from "@/server/dashboard/payments/queries/export-payments";
import { respondWithExport, formatOf } from "../_response";

/** Exports the payments that match the filter in the address. */
export async function GET(request: NextRequest): Promise<Response> {
  const given = request.nextUrl.searchParams;
  const query = Object.fromEntries([...given.keys()].map((name) => [name, given.getAll(name)]));
  const zone = await currentTimeZone();
  const { filter, faults } = readPaymentFilter(query, zone);
  const format = formatOf(given.get("format"));

  return respondWithExport(
    (problem) => paths.paymentList({ ...writePaymentFilter(filter), export: problem }),
    async (ctx) => {
      if (faults.length > 0 || format === null) return "invalid";
      const outcome = await exportPayments(ctx, { filter, format, zone });
      return outcome.kind === "streaming" ? outcome.response : outcome.kind;
    },
  );
}
