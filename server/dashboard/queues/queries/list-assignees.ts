import { mayView, WORK_KINDS } from "@/lib/queues/work-kinds";
import type { Assigned, AssigneeView } from "@/lib/queues/work-views";
import { STUCK_AFTER_MS } from "@/lib/payments/payment-state";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { assigneesOf } from "../store/items-of-record";
import type { STORED_KINDS } from "../store/sources";

type Listed<Row> = readonly (Row & Assigned)[];

/**
 * The rows of a page of a list with who works on each; a row that is no open item stays as it is. One statement for the page.
 * Throws ForbiddenError.
 */
export async function withAssignees<Row>(
  ctx: Ctx,
  kind: (typeof STORED_KINDS)[number],
  rows: readonly Row[],
  idOf: (row: Row) => string,
): Promise<Listed<Row>> {
  await requirePermission(ctx, WORK_KINDS[kind].view, { kind: "work_queue", id: kind });
  const found = await read(ctx, kind, rows.map(idOf));
  return rows.map((row): Row & Assigned => {
    const assignee = found.get(idOf(row));
    return { ...row, ...(assignee !== undefined && { assignee }) };
  });
}

/**
 * The same for payments that the service lists; null for a viewer who may not see them as items. Those that are unpaid
 * for a shorter time than in the queue are none.
 */
export async function stuckWithAssignees<Row extends { transactionId: string; createdAt: string }>(
  ctx: Ctx,
  rows: readonly Row[],
): Promise<Listed<Row> | null> {
  if (!mayView(ctx.actor.role, "payment")) return null;
  const found = await read(
    ctx,
    "payment",
    rows.map(({ transactionId }) => transactionId),
  );
  const untilMs = ctx.clock.now().getTime() - STUCK_AFTER_MS;
  return rows.map((row) =>
    Date.parse(row.createdAt) > untilMs ? row : { ...row, assignee: found.get(row.transactionId) ?? null },
  );
}

async function read(
  { pool, clock, routing, actor }: Ctx,
  kind: keyof typeof WORK_KINDS,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AssigneeView | null>> {
  if (ids.length === 0) return new Map();
  const found = await assigneesOf(pool, clock.now(), routing.serviceAddress, { kind, ids });
  return new Map(
    found.map(({ itemId, personId, name }) => [
      itemId,
      personId === null ? null : { personId, name: name ?? "", isViewer: personId === actor.userId },
    ]),
  );
}
