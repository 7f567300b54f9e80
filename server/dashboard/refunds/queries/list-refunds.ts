import { z } from "zod";
import { formatPaise } from "@/lib/money";
import { type RefundListRow, type RefundListView, REFUNDS_PER_PAGE } from "@/lib/refunds/refund-list-views";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { AGEING_AFTER_MS, readRefundFilter, type RefundFilter } from "../domain/refund-filter";
import { presentIntent, type RefundIntent } from "../domain/refund-intent";
import type { IntentPosition } from "../store/refund-intents";
import { listMatching } from "../store/refund-list";
import { sumMatching } from "../store/refund-totals";

/**
 * The refunds made here that match a filter, with their last known status and the totals of all matches. An invalid
 * cursor means the first page.
 */
export async function listRefunds(
  ctx: Ctx,
  input: { filter?: RefundFilter; cursor?: string },
): Promise<RefundListView> {
  await requirePermission(ctx, "view_refunds", { kind: "refund_list", id: input.cursor ?? "" });
  const filter = input.filter ?? readRefundFilter({}, ctx.clock.now()).filter;
  const ageingBefore = ageingBeforeNow(ctx);
  const [found, totals] = await Promise.all([
    listMatching(ctx.pool, filter, {
      ageingBefore,
      after: input.cursor === undefined ? null : readCursor(input.cursor),
      // One more row than is shown tells whether there is a next page.
      limit: REFUNDS_PER_PAGE + 1,
    }),
    sumMatching(ctx.pool, filter, ageingBefore),
  ]);
  const page = found.slice(0, REFUNDS_PER_PAGE);
  const last = page.at(-1);
  return {
    refunds: page.map((intent) => presentRow(intent, ageingBefore)),
    nextCursor: found.length > REFUNDS_PER_PAGE && last !== undefined ? writeCursor(last) : null,
    readAt: ctx.clock.now().toISOString(),
    totals: totals.map(({ amountPaise, ...total }) => ({ ...total, amount: formatPaise(amountPaise) })),
  };
}

/** A pending refund that was requested before this time is ageing. */
export function ageingBeforeNow(ctx: Pick<Ctx, "clock">): Date {
  return new Date(ctx.clock.now().getTime() - AGEING_AFTER_MS);
}

export function presentRow(intent: RefundIntent, ageingBefore: Date): RefundListRow {
  const isInProgress = intent.state === "ACCEPTED" && intent.completedAt === null;
  return { ...presentIntent(intent), isAgeing: isInProgress && intent.requestedAt < ageingBefore };
}

const cursorSchema = z.tuple([z.iso.datetime({ precision: 3 }), z.uuid()]);

function writeCursor(position: IntentPosition): string {
  return `${position.requestedAt.toISOString()}_${position.id}`;
}

function readCursor(cursor: string): IntentPosition | null {
  const parsed = cursorSchema.safeParse(cursor.split("_"));
  if (!parsed.success) return null;
  const [requestedAt, id] = parsed.data;
  return { requestedAt: new Date(requestedAt), id };
}
