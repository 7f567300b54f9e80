import { randomUUID } from "node:crypto";
import { type Permission, roleAllows } from "@/lib/can";
import { ForbiddenError, requirePermission } from "../auth/authorize";
import type { Ctx } from "../context";
import { findSessionPerson } from "../people/store";
import { csvFile } from "./csv-file";
import { ServiceFailure } from "./every-page";
import { takeExportSlot } from "./export-slots";
import { type ExportFormat, type ExportTable, ROWS_AT_ONCE } from "./export-table";
import { type ExportAccounts, recordInAll, recordInEach, whereBegun } from "./export-trail";
import { xlsxFile } from "./xlsx-file";

/** The most rows of one file; beyond it the filter has to be narrowed. */
const MAX_EXPORT_ROWS = 250_000;

export type ExportOrder<Row> = {
  format: ExportFormat;
  table: ExportTable<Row>;
  /** The name of the file, without its time and ending; by default that of the table. */
  fileName?: string;
  /** The filter as recorded in the audit log: without personal data. */
  filter: string;
  /** The permission needed; by default that of exporting what a filter matches. */
  permission?: Permission;
  /** The permission to see the list that is exported, where not every role that exports has it. */
  listPermission?: Permission;
  /** Reads the rows. The signal aborts when the client disconnects. */
  rows: (signal: AbortSignal) => AsyncIterable<Row>;
  /** Tests set this limit. */
  maxRows?: number;
};

type Ending = { action: "export_finished" } | { action: "export_broken"; why: string };

/**
 * The response to a download: streams the file while its rows are read. Nothing is sent before the first row was read,
 * so that an unavailable service gets an error message: until then it throws what `rows` throws, and a `ForbiddenError`
 * without the permission.
 *
 * A file is complete or visibly broken, never silently truncated (decision 0111): a later error breaks the connection,
 * and the last bytes are sent only after the audit log has the number of rows. Throws an `ExportsFullError` if too many
 * exports run.
 */
export function exportResponse<Row>(ctx: Ctx, order: ExportOrder<Row>): Promise<Response> {
  return exportOfSeveral([ctx], { ...order, accountOf: () => ctx });
}

type OrderOfSeveral<Row> = ExportOrder<Row> & {
  /** Whose a row is; null for one that has nothing of an account. */
  accountOf: (row: Row) => Ctx | null;
  /** The account whose rows are missing, where a row says that it could not be read. */
  missingOf?: (row: Row) => Ctx | null;
};

/**
 * Like {@link exportResponse}, of rows from several accounts. The audit log of each account has the beginning, and the end
 * with the number of its own rows: finished only if they are all in the file, and the file is whole.
 */
export async function exportOfSeveral<Row>(
  accounts: ExportAccounts,
  order: OrderOfSeveral<Row>,
): Promise<Response> {
  for (const ctx of accounts) {
    for (const permission of permissionsOf(order)) {
      await requirePermission(ctx, permission, { kind: "export", id: order.table.name });
    }
  }
  const [{ actor, clock }] = accounts;
  const leave = takeExportSlot(actor.userId, clock.now());
  try {
    return await begin(accounts, order, leave);
  } catch (error) {
    leave();
    throw error;
  }
}

async function begin<Row>(
  accounts: ExportAccounts,
  order: OrderOfSeveral<Row>,
  leave: () => void,
): Promise<Response> {
  const { table, format, accountOf, missingOf } = order;
  const exportId = randomUUID();
  const [{ clock }] = accounts;
  const counts = new Map<Ctx | null, number>();
  const missing = new Set<Ctx | null>();
  const about = { what: table.name, format, filter: order.filter };
  const end = (ending: Ending): Promise<void> => {
    const record = ending.action === "export_finished" ? recordInAll : recordInEach;
    return record(accounts, {
      exportId,
      entryOf: (ctx) => {
        const { action, ...why }: Ending = missing.has(ctx)
          ? { action: "export_broken", why: "failed" }
          : ending;
        return { action, detail: { ...about, rows: counts.get(ctx) ?? 0, ...why } };
      },
    });
  };

  const begun = { exportId, entryOf: () => ({ action: "export_begun" as const, detail: about }) };
  await recordInAll(accounts, begun).catch(async (error: unknown) => {
    // A commit that fails after another one leaves a beginning, and so does one whose acknowledgement is lost.
    await recordInEach(await whereBegun(accounts, exportId), {
      exportId,
      entryOf: () => ({ action: "export_broken", detail: { ...about, rows: 0, why: "failed" } }),
    });
    throw error;
  });
  const gone = new AbortController();
  const permissions = permissionsOf(order);
  const counted = countRows(order, gone.signal, {
    requireAllowed: async () => {
      for (const ctx of accounts) await requireStillAllowed(ctx, permissions);
    },
    onCount: (_rows, row) => {
      const ctx = accountOf(row);
      counts.set(ctx, (counts.get(ctx) ?? 0) + 1);
      missing.add(missingOf?.(row) ?? null);
    },
  });
  let first: IteratorResult<Row>;
  try {
    first = await counted.next();
  } catch (error) {
    await end({ action: "export_broken", why: reasonOf(error) });
    throw error;
  }

  const file = FILES[format];
  const bytes = accounted(file(table, withFirst(first, counted)), gone.signal, end);
  return new Response(streamOf(bytes, gone, leave), {
    headers: {
      "content-type": MEDIA_TYPES[format],
      "content-disposition": attachment(fileNameOf(order, clock.now())),
      "cache-control": "no-store, no-transform",
    },
  });
}

const FILES = { csv: csvFile, xlsx: xlsxFile };

/** The name contains the time, so that files of one list do not replace each other. */
export function fileNameOf<Row>(
  { fileName, table, format }: Pick<ExportOrder<Row>, "fileName" | "table" | "format">,
  now: Date,
): string {
  const at = now.toISOString().slice(0, 19).replaceAll(":", "-");
  return `${fileName ?? table.name}-${at}Z.${format}`;
}

/** How the rows of a file are watched while they are read. */
type Watch<Row> = {
  /** Throws a `ForbiddenError` for a person who may not have them any more. */
  requireAllowed: () => Promise<void>;
  /** `rows`: how many there are, with this one. */
  onCount: (rows: number, row: Row) => void;
};

/**
 * Writes the file for a job, which stores it and records its beginning and end itself. Throws what `rows` throws, and a
 * {@link TooManyRowsError}.
 */
export async function* exportFile<Row>(
  order: Pick<ExportOrder<Row>, "format" | "table" | "rows" | "maxRows">,
  signal: AbortSignal,
  watch: Watch<Row>,
): AsyncGenerator<Uint8Array> {
  yield* FILES[order.format](order.table, countRows(order, signal, watch));
}

/** A header is ASCII: other characters are in the second name, which browsers prefer. */
export function attachment(name: string): string {
  const ascii = name.replace(/[^A-Za-z0-9._-]+/g, "-");
  const encoded = ascii === name ? "" : `; filename*=UTF-8''${encodeURIComponent(name)}`;
  return `attachment; filename="${ascii}"${encoded}`;
}

export const MEDIA_TYPES: Record<ExportFormat, string> = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

/** More rows than a file may have: it breaks off, rather than end as if it were complete. */
export class TooManyRowsError extends Error {
  override name = "TooManyRowsError";
}

async function* countRows<Row>(
  { rows, maxRows = MAX_EXPORT_ROWS }: Pick<ExportOrder<Row>, "rows" | "maxRows">,
  signal: AbortSignal,
  { requireAllowed, onCount }: Watch<Row>,
): AsyncGenerator<Row> {
  let count = 0;
  for await (const row of rows(signal)) {
    if (count > 0 && count % ROWS_AT_ONCE === 0) await requireAllowed();
    count += 1;
    if (count > maxRows) throw new TooManyRowsError(`more than ${String(maxRows)} rows`);
    onCount(count, row);
    yield row;
  }
  // The last bytes are held back until then: most files have fewer rows than are read at once.
  if (count > 0) await requireAllowed();
}

/** A client may take a file as slowly as it likes, for longer than its person has the permission (decision 0111). */
export async function requireStillAllowed(ctx: Ctx, permissions: readonly Permission[]): Promise<void> {
  const person = await findSessionPerson(ctx.pool, ctx.actor.sessionId, ctx.clock.now());
  for (const permission of permissions) {
    if (person === null || !roleAllows(person.role, permission)) throw new ForbiddenError(permission);
  }
}

function permissionsOf({
  permission = "export_records",
  listPermission,
}: Pick<ExportOrder<never>, "permission" | "listPermission">): Permission[] {
  return listPermission === undefined ? [permission] : [listPermission, permission];
}

async function* withFirst<Row>(first: IteratorResult<Row>, rest: AsyncGenerator<Row>): AsyncGenerator<Row> {
  if (first.done === true) return;
  yield first.value;
  yield* rest;
}

/** Holds back one chunk until the end is recorded: a client that has the last chunk has the whole file. */
async function* accounted(
  bytes: AsyncGenerator<Uint8Array>,
  gone: AbortSignal,
  end: (ending: Ending) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  let held: Uint8Array | null = null;
  let isEnded = false;
  const endOnce = async (ending: Ending): Promise<void> => {
    if (isEnded) return;
    // A file whose end could not be recorded as finished is broken, and that is recorded.
    await end(ending);
    isEnded = true;
  };
  try {
    for await (const piece of bytes) {
      if (held !== null) yield held;
      held = piece;
    }
    await endOnce({ action: "export_finished" });
    if (held !== null) yield held;
  } catch (error) {
    await endOnce({ action: "export_broken", why: gone.aborted ? "left" : reasonOf(error) });
    throw error;
  } finally {
    await endOnce({ action: "export_broken", why: "left" });
  }
}

/** An error breaks the connection; a client that disconnects ends the reading. */
function streamOf(
  bytes: AsyncGenerator<Uint8Array>,
  gone: AbortController,
  leave: () => void,
): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const piece = await bytes.next();
          if (piece.done !== true) return controller.enqueue(piece.value);
        } catch (error) {
          leave();
          throw error;
        }
        leave();
        controller.close();
      },
      async cancel() {
        gone.abort();
        await bytes.return(undefined).catch(() => undefined);
        leave();
      },
    },
    { highWaterMark: 0 },
  );
}

function reasonOf(error: unknown): string {
  if (error instanceof ServiceFailure) return error.serviceError.kind;
  if (error instanceof ForbiddenError) return "not_allowed";
  return error instanceof TooManyRowsError ? "too_many_rows" : "failed";
}
