import type { NextRequest } from "next/server";
import { paths } from "@/lib/paths";
import { readRefundFilter } from "@/server/dashboard/refunds/domain/refund-filter";
import { exportRefunds } from "@/server/dashboard/refunds/queries/export-refunds";
import { respondWithExport, formatOf } from "../_response";

/** Exports the refunds made in the dashboard that match the filter in the address; `format` is csv or xlsx. */
export function GET(request: NextRequest): Promise<Response> {
  const search = request.nextUrl.searchParams;
  const given = Object.fromEntries([...new Set(search.keys())].map((name) => [name, search.getAll(name)]));
  const format = formatOf(search.get("format"));
  return respondWithExport(
    (problem) => paths.refundList({ ...given, format: undefined, export: problem }),
    async (ctx) => {
      const { filter, faults } = readRefundFilter(given, ctx.clock.now());
      if (format === null || Object.keys(faults).length > 0) return "invalid";
      return exportRefunds(ctx, filter, format);
    },
  );
}
