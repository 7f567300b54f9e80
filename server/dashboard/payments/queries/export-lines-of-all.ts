import { type Permission, roleAllows } from "@/lib/can";
import { type LineResult, linesOf, MAX_LINES } from "@/lib/payments/lines-view";
import { limited } from "@/server/platform/log";
import { authorize, ForbiddenError } from "../../auth/authorize";
import type { Ctx, OwnAccount } from "../../context";
import { exportOfSeveral } from "../../export/export-response";
import type { ExportFormat, ExportTable } from "../../export/export-table";
import { findLines } from "../commands/find-lines";
import { type ExportedLine, exportedOf, LINES_TABLE } from "./export-lines";

/** How long one account is asked about all lines, in milliseconds: nobody sees the file grow meanwhile. */
const PATIENCE_MS = 30_000;

const NEEDED: readonly Permission[] = ["view_payments", "export_records"];

/** `gap`: why the lines of an account are not in the file; it then has this one row. */
type Row = { account: OwnAccount } & (
  | { exported: ExportedLine; gap: null }
  | { exported: null; gap: "forbidden" | "unreadable" | "failed" }
);

export const LINES_OF_ALL_TABLE: ExportTable<Row> = {
  name: LINES_TABLE.name,
  columns: [
    { heading: "account", kind: "text", cell: ({ account }) => account.name },
    ...LINES_TABLE.columns.map(({ heading, kind, cell }) => ({
      heading,
      kind,
      cell: ({ exported, gap }: Row) =>
        exported === null ? (heading === "result" ? gap : null) : cell(exported),
    })),
  ],
};

/**
 * Exports what several pasted identifiers find in all accounts of a person, looked up again: the rows of each account as in
 * its own export, after its name. An account whose role does not allow the permissions `export_records` and
 * `view_payments` has one row, which says so; where none allows it, a ForbiddenError is thrown, and the audit log of each
 * account has the refusal. Null without a format or a line, or with too many lines.
 */
export async function exportLinesOfAll(
  accounts: readonly OwnAccount[],
  text: string,
  format: ExportFormat | null,
): Promise<Response | null> {
  const allowed = accounts.flatMap(({ ctx }) => (ctx !== null && mayExport(ctx) ? [ctx] : []));
  const [first, ...others] = allowed;
  if (first === undefined) throw await refusal(accounts);
  const lines = linesOf(text);
  if (format === null || lines.length === 0 || lines.length > MAX_LINES) return null;
  return exportOfSeveral([first, ...others], {
    format,
    table: LINES_OF_ALL_TABLE,
    fileName: "lines-of-all-accounts",
    // The lines may be contacts.
    filter: String(lines.length),
    listPermission: "view_payments",
    rows: (signal) => everyRow(accounts, lines, signal),
    accountOf: ({ account, exported }) => (exported === null ? null : account.ctx),
    missingOf: ({ account, gap }) => (gap === "failed" ? account.ctx : null),
  });
}

const mayExport = ({ actor }: Ctx): boolean => NEEDED.every((needed) => roleAllows(actor.role, needed));

/** Nobody asked for a single account, so each one refuses. */
async function refusal(accounts: readonly OwnAccount[]): Promise<ForbiddenError> {
  for (const { ctx } of accounts) {
    const missing = NEEDED.find((needed) => ctx !== null && !roleAllows(ctx.actor.role, needed));
    if (ctx !== null && missing !== undefined)
      await authorize(ctx, missing, { kind: "export", id: LINES_TABLE.name });
  }
  return new ForbiddenError("export_records");
}

/** The accounts are asked beside each other; their rows follow one another in the order of the accounts. */
async function* everyRow(
  accounts: readonly OwnAccount[],
  lines: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<Row> {
  const readings = accounts.map(async (account) => ({ account, found: await read(account, lines) }));
  for (const reading of readings) {
    const { account, found } = await reading;
    signal.throwIfAborted();
    if (typeof found === "string") yield { account, exported: null, gap: found };
    else
      for (const exported of found.flatMap((line) => exportedOf(line)))
        yield { account, exported, gap: null };
  }
}

async function read(
  { ctx }: OwnAccount,
  lines: readonly string[],
): Promise<readonly LineResult[] | NonNullable<Row["gap"]>> {
  if (ctx === null) return "unreadable";
  if (!mayExport(ctx)) return "forbidden";
  try {
    const outcome = await findLines(ctx, lines.join("\n"), PATIENCE_MS);
    return outcome.kind === "done" ? outcome.lines : "failed";
  } catch (error) {
    limited(ctx.logger).warn({ err: error }, "an account could not be read for an export of all accounts");
    return "failed";
  }
}
