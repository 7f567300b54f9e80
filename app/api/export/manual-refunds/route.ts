import type { NextRequest } from "next/server";
import { readManualRefundTab } from "@/lib/manual-refunds/manual-refund-views";
import { paths } from "@/lib/paths";
import { exportManualRefunds } from "@/server/dashboard/manual-refunds/queries/export-manual-refunds";
import { respondWithExport, formatOf } from "../_response";

/** Exports refunds made without a gateway, of the tab and the reason in the address; `format` is csv or xlsx. */
export function GET(request: NextRequest): Promise<Response> {
  const search = request.nextUrl.searchParams;
  const format = formatOf(search.get("format"));
  const tab = readManualRefundTab(search.get("tab"));
  const reason = search.get("reason") ?? undefined;

  return respondWithExport(
    (problem) => paths.manualRefunds({ tab, reason, export: problem }),
    async (ctx) => (format === null ? "invalid" : exportManualRefunds(ctx, { tab, reason }, format)),
  );
}
