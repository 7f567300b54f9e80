import { requestedAddress } from "@/components/navigation/server";
import type { ExportProblem } from "@/lib/export-problem";
import { paths } from "@/lib/paths";
import { ForbiddenError } from "@/server/dashboard/auth/authorize";
import { currentCtx, type Ctx } from "@/server/dashboard/context";
import { ServiceFailure } from "@/server/dashboard/export/every-page";
import { ExportsFullError } from "@/server/dashboard/export/export-slots";
import { EXPORT_FORMATS, type ExportFormat } from "@/server/dashboard/export/export-table";
import { isDatabaseOutage } from "@/server/platform/pool";

export function formatOf(format: string | null): ExportFormat | null {
  return EXPORT_FORMATS.find((known) => known === format) ?? null;
}

/**
 * Responds with a download. Any problem before the first byte redirects to the page of the link, which shows the
 * problem, or to sign-in, which returns there: a person who clicked a link must not get a page of JSON.
 */
export function respondWithExport(
  back: (problem: ExportProblem | undefined) => string,
  work: (ctx: Ctx) => Promise<Response | ExportProblem>,
): Promise<Response> {
  return respondWithExportOf(currentCtx, back, work);
}

/** Responds with an export of what `open` gives, which is null when signed out. */
export async function respondWithExportOf<Opened>(
  open: () => Promise<Opened | null>,
  back: (problem: ExportProblem | undefined) => string,
  work: (opened: Opened) => Promise<Response | ExportProblem>,
): Promise<Response> {
  try {
    const opened = await open();
    if (opened === null) return seeOther(paths.login(await requestedAddress(back(undefined))));
    const outcome = await work(opened);
    return typeof outcome === "string" ? await seeOther(back(outcome)) : outcome;
  } catch (error) {
    if (error instanceof ForbiddenError) return seeOther(back("forbidden"));
    if (error instanceof ExportsFullError) return seeOther(back(error.full));
    if (error instanceof ServiceFailure) return seeOther(back(error.serviceError.kind));
    if (isDatabaseOutage(error)) return seeOther(back("database"));
    throw error;
  }
}

/** Redirects to a path in the account of the request. */
export async function seeOther(path: string): Promise<Response> {
  const location = await requestedAddress(path);
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}
