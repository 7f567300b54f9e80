import { paths } from "@/lib/paths";
import { ownAccounts } from "@/server/dashboard/context";
import { exportLinesOfAll } from "@/server/dashboard/payments/queries/export-lines-of-all";
import { respondWithExportOf } from "../../../export/_response";
import { linesFormOf } from "../../../export/lines/_form";

/** Exports what the pasted `lines` find in every account of the person. By POST, because they may be contacts. */
export async function POST(request: Request): Promise<Response> {
  const { lines, format } = await linesFormOf(request);
  return respondWithExportOf(
    ownAccounts,
    (problem) => paths.allAccountsSearch({ export: problem }),
    async (accounts) => (await exportLinesOfAll(accounts, lines, format)) ?? "invalid",
  );
}
