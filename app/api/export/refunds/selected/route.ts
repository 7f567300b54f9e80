import type { NextRequest } from "next/server";
import { paths } from "@/lib/paths";
import { exportSelectedRefunds } from "@/server/dashboard/refunds/queries/export-refunds";
import { respondWithExport } from "../../_response";
import { linesFormOf } from "../../lines/_form";

/** Exports the refunds whose ids are the `lines`; `format` is csv or xlsx. The address has the filter of the list. */
export async function POST(request: NextRequest): Promise<Response> {
  const search = request.nextUrl.searchParams;
  const given = Object.fromEntries([...new Set(search.keys())].map((name) => [name, search.getAll(name)]));
  const { lines, format } = await linesFormOf(request);
  return respondWithExport(
    (problem) => paths.refundList({ ...given, export: problem }),
    async (ctx) => (await exportSelectedRefunds(ctx, lines, format)) ?? "invalid",
  );
}
