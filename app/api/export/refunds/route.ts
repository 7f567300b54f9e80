import type { NextRequest } from "next/server";
import { paths } from "@/lib/paths";
import { ForbiddenError } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { readRefundFilter } from "@/server/dashboard/domain/refund-filter";
import { EXPORT_FORMATS } from "@/server/dashboard/export/export-table";
import { ExportsFullError } from "@/server/dashboard/export/export-slots";
import { exportRefunds } from "@/server/dashboard/queries/export-refunds";
import { emptyAnswer, seeOther } from "../_answer";

/** Every refund asked for here that the filter of the address matches, as `format` says: csv or xlsx. */
export async function GET(request: NextRequest): Promise<Response> {
  const search = request.nextUrl.searchParams;
  const ctx = await currentCtx();
  if (ctx === null) return emptyAnswer(401);
  const format = EXPORT_FORMATS.find((candidate) => candidate === search.get("format"));
  const given = Object.fromEntries([...new Set(search.keys())].map((name) => [name, search.getAll(name)]));
  const { filter, faults } = readRefundFilter(given);
  if (format === undefined || Object.keys(faults).length > 0) return emptyAnswer(400);
  try {
    return await exportRefunds(ctx, filter, format);
  } catch (error) {
    if (error instanceof ExportsFullError) {
      const kept = { ...given, format: undefined };
      return seeOther(paths.refundList({ ...kept, export: error.full }));
    }
    if (error instanceof ForbiddenError) return emptyAnswer(403);
    throw error;
  }
}
