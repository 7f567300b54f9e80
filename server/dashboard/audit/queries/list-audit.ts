import { z } from "zod";
import type { AuditEntryView, AuditFilter, AuditListView } from "@/lib/audit";
import type { BulkRunName } from "@/lib/bulk/run-name";
import { requirePermission } from "../../auth/authorize";
import { findRunNames } from "../../bulk/store";
import type { Ctx } from "../../context";
import { type AuditSearch, auditActions, type FoundAuditRow, searchAudit } from "../store/audit-search";
import { readAuditFilter } from "./audit-filter";

const PAGE_SIZE = 50;
const EXPORT_PAGE_SIZE = 1_000;

/** The audit log, newest first. An invalid cursor means the first page. */
export async function listAudit(
  ctx: Ctx,
  filter: AuditFilter,
  cursor: string | null,
): Promise<AuditListView> {
  await requirePermission(ctx, "view_audit", { kind: "audit", id: "" });
  const { search, faults } = readAuditFilter(filter);
  const [found, actions] = await Promise.all([
    // One more entry than is shown tells whether there is a next page.
    searchAudit(ctx.pool, search, { before: readCursor(cursor), limit: PAGE_SIZE + 1 }),
    auditActions(ctx.pool),
  ]);
  const page = found.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  const runs = await findRunNames(ctx.pool, page.flatMap(runIdsOf));
  return {
    entries: page.map((row) => presentAuditRow(row, runs)),
    nextCursor: found.length > PAGE_SIZE && last !== undefined ? String(last.position) : null,
    faults,
    actions,
  };
}

/** Every entry of a filter, newest first, in batches; ends on the signal. */
export async function* everyAuditRow(
  ctx: Ctx,
  search: AuditSearch,
  signal: AbortSignal,
): AsyncGenerator<FoundAuditRow> {
  let before: bigint | null = null;
  for (;;) {
    signal.throwIfAborted();
    const rows: FoundAuditRow[] = await searchAudit(ctx.pool, search, { before, limit: EXPORT_PAGE_SIZE });
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    before = last.position;
  }
}

type RunNames = ReadonlyMap<string, BulkRunName>;

const uuidSchema = z.uuid();

/** The bulk runs that an entry is about. */
function runIdsOf({ subjectKind, subjectId, detail }: FoundAuditRow): string[] {
  const ids = [subjectKind === "bulk_run" ? subjectId : null, detail.runId];
  return ids.filter((id) => uuidSchema.safeParse(id).success).map(String);
}

function presentAuditRow(row: FoundAuditRow, runs: RunNames): AuditEntryView {
  const runOf = (isRun: boolean, id: string): { run?: BulkRunName } => {
    const run = isRun ? runs.get(id) : undefined;
    return run === undefined ? {} : { run };
  };
  return {
    position: String(row.position),
    at: row.at.toISOString(),
    actorEmail: row.actorEmail,
    isSystem: row.actorId === null,
    action: row.action,
    subject: {
      kind: row.subjectKind,
      id: row.subjectId,
      ...runOf(row.subjectKind === "bulk_run", row.subjectId),
    },
    detail: Object.entries(row.detail)
      .filter(([, value]) => value !== null && value !== "")
      .map(([name, value]) => ({ name, value: typeof value === "string" ? value : JSON.stringify(value) }))
      .map((entry) => ({ ...entry, ...runOf(entry.name === "runId", entry.value) })),
    requestId: row.requestId,
  };
}

function readCursor(cursor: string | null): bigint | null {
  const parsed = z
    .string()
    .regex(/^[1-9][0-9]{0,17}$/)
    .safeParse(cursor);
  return parsed.success ? BigInt(parsed.data) : null;
}
