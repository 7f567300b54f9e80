import { z } from "zod";
import type { BulkReasonView, BulkReview } from "@/lib/bulk/review";
import { formatPaise } from "@/lib/money";
import { findApproval } from "../../approvals/store";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import {
  countLeftOutRows,
  countRequestedPayments,
  largestRequestedRows,
  listConfirmedRows,
  listRequestedRows,
  listSamePayments,
  type ReasonSum,
  type SamePayment,
  sumReasons,
  sumRequestedRows,
} from "../store/bulk-review";
import { presentBulkRow } from "./bulk-views";
import { nameRuns } from "./name-runs";

/** How many rows the page shows before all are requested, and then on each page. */
const FIRST_ROWS = 20;
const ROWS_A_PAGE = 100;
const MOST = { largest: 3, reasons: 8, payments: 5, lines: 10, confirmed: 10 };

const inputSchema = z.object({
  approvalId: z.uuid(),
  isAll: z.boolean(),
  after: z.coerce.number().int().nonnegative().max(1_000_000).catch(0),
});

/** What a request for a bulk run would refund; null when there is no such request. */
export async function reviewBulkRun(
  ctx: Ctx,
  input: { approvalId: string; isAll: boolean; after: string | number },
): Promise<BulkReview | null> {
  await requirePermission(ctx, "view_refunds", { kind: "approval", id: input.approvalId });
  const parsed = inputSchema.safeParse(input);
  if (!parsed.success) return null;
  const { approvalId, isAll, after } = parsed.data;
  const approval = await findApproval(ctx.pool, approvalId);
  if (approval?.kind !== "bulk") return null;
  const { pool } = ctx;
  const limit = isAll ? ROWS_A_PAGE : FIRST_ROWS;
  const [sums, paymentCount, largest, reasons, same, confirmed, leftOut, found] = await Promise.all([
    sumRequestedRows(pool, approval),
    countRequestedPayments(pool, approval),
    largestRequestedRows(pool, approval, MOST.largest),
    sumReasons(pool, approval, MOST.reasons),
    listSamePayments(pool, approval, MOST),
    listConfirmedRows(pool, approval, MOST.confirmed),
    countLeftOutRows(pool, approval.runId),
    listRequestedRows(pool, approval, { after: isAll ? after : 0, limit: limit + 1 }),
  ]);
  const rows = found.slice(0, limit);
  const [largestRows, confirmedRows, listedRows] = await Promise.all(
    [largest, confirmed.rows, rows].map((some) => nameRuns(pool, some.map(presentBulkRow))),
  );
  return {
    rowCount: sums.reduce((count, sum) => count + sum.rows, 0),
    paymentCount,
    totals: sums.map(({ currency, rows: count, amountPaise, testPaise }) => ({
      currency,
      rows: count,
      amount: formatPaise(amountPaise),
      testAmount: testPaise === 0n ? null : formatPaise(testPaise),
    })),
    largest: largestRows ?? [],
    reasons: { entries: presentReasons(reasons), count: reasons[0]?.count ?? 0 },
    samePayment: { entries: same.map(presentSamePayment), count: same[0]?.count ?? 0 },
    confirmed: { entries: confirmedRows ?? [], count: confirmed.count },
    leftOut,
    rows: listedRows ?? [],
    next: found.length > limit ? (rows.at(-1)?.position ?? null) : null,
  };
}

/** The sums of one reason follow each other. */
function presentReasons(sums: readonly ReasonSum[]): BulkReasonView[] {
  const views: BulkReasonView[] = [];
  for (const { reason, rows, currency, amountPaise } of sums) {
    const last = views.at(-1);
    const total = { currency, amount: formatPaise(amountPaise) };
    if (last?.reason === reason) last.totals.push(total);
    else views.push({ reason, rows, totals: [total] });
  }
  return views;
}

function presentSamePayment({ transactionId, reference, rows, lines, currency, amountPaise }: SamePayment) {
  return { transactionId, reference, rows, lines, currency, amount: formatPaise(amountPaise) };
}
