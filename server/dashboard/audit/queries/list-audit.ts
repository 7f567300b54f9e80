import { z } from "zod";
import { endpointName } from "@/lib/webhooks/endpoint-name";
import type { AuditFilter, AuditListView } from "@/lib/audit";
import { requirePermission } from "../../auth/authorize";
import { findRunNames } from "../../bulk/store";
import type { Ctx } from "../../context";
import { readEndpoints } from "../../webhooks";
import { AUDIT_FAMILIES, familyOf, RUN_FAMILY } from "../domain/audit-families";
import type { AuditRecord } from "../domain/audit-record";
import { idsIn, presentAction } from "../domain/present-action";
import { findAuditNames } from "../store/audit-names";
import {
  type AuditSearch,
  auditActions,
  auditSteps,
  countRowRecords,
  searchAudit,
  searchAuditActions,
} from "../store/audit-search";
import { readAuditFilter } from "./audit-filter";

const uuidSchema = z.uuid();
const PAGE_SIZE = 50;
const EXPORT_PAGE_SIZE = 1_000;

/**
 * The audit log, newest first, one entry for each action with all its records, whichever of them the filter matches
 * (0127). An invalid cursor means the first page.
 */
export async function listAudit(
  ctx: Ctx,
  filter: AuditFilter,
  cursor: string | null,
): Promise<AuditListView> {
  await requirePermission(ctx, "view_audit", { kind: "audit", id: "" });
  const { search, faults } = readAuditFilter(filter);
  const { before, head } = readCursor(cursor);
  const [found, actions] = await Promise.all([
    // One more entry than is shown tells whether there is a next page.
    searchAuditActions(ctx.pool, search, AUDIT_FAMILIES, { before, head, limit: PAGE_SIZE + 1 }),
    auditActions(ctx.pool),
  ]);
  const page = found.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  const newest = head ?? page[0]?.position;
  const groups = page.map((row) => ({ row, family: familyOf(row) }));
  const runIds = groups.flatMap(({ row, family }) => (family === RUN_FAMILY ? row.subjectId : []));
  const [steps, rowRecords] = await Promise.all([
    auditSteps(ctx.pool, groups),
    countRowRecords(ctx.pool, runIds),
  ]);
  const ids = idsIn([...steps.values()].flat());
  const [named, endpoints, runs] = await Promise.all([
    findAuditNames(ctx.pool, ids),
    endpointNames(ctx, page),
    findRunNames(
      ctx.pool,
      [...ids].filter((id) => uuidSchema.safeParse(id).success),
    ),
  ]);
  const names = { ...named, endpoints, runs };
  return {
    entries: groups.flatMap(({ row, family }) => {
      const entry = presentAction(
        { position: row.position, family, rowRecords: rowRecords.get(row.subjectId) ?? 0 },
        steps.get(String(row.position)) ?? [],
        names,
      );
      return entry === null ? [] : [entry];
    }),
    nextCursor:
      found.length > PAGE_SIZE && last !== undefined && newest !== undefined
        ? `${last.position}-${newest}`
        : null,
    faults,
    actions,
  };
}

/** Empty when no entry is about an endpoint, or the service does not say: then endpoints are shown by URL or id. */
async function endpointNames(
  ctx: Ctx,
  page: readonly { subjectKind: string }[],
): Promise<ReadonlyMap<string, string>> {
  if (!page.some(({ subjectKind }) => subjectKind === "webhook")) return new Map();
  const read = await readEndpoints(ctx);
  if (read.kind !== "found") return new Map();
  return new Map(read.value.map((endpoint) => [endpoint.endpoint_id, endpointName(endpoint)]));
}

/** Every entry of a filter, newest first, in batches; ends on the signal. */
export async function* everyAuditRow(
  ctx: Ctx,
  search: AuditSearch,
  signal: AbortSignal,
): AsyncGenerator<AuditRecord> {
  let before: bigint | null = null;
  for (;;) {
    signal.throwIfAborted();
    const rows: AuditRecord[] = await searchAudit(ctx.pool, search, { before, limit: EXPORT_PAGE_SIZE });
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    before = last.position;
  }
}

/** The last record of the page before, and the newest one of the first page. */
function readCursor(cursor: string | null): { before: bigint | null; head: bigint | null } {
  const parsed = z
    .string()
    .regex(/^[1-9][0-9]{0,17}(-[1-9][0-9]{0,17})?$/)
    .safeParse(cursor);
  if (!parsed.success) return { before: null, head: null };
  const [before = "", head] = parsed.data.split("-");
  return { before: BigInt(before), head: head === undefined ? null : BigInt(head) };
}
