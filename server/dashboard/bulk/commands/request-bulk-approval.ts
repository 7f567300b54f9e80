import { randomUUID } from "node:crypto";
import type { Role } from "@/lib/can";
import { exceedsThreshold } from "@/lib/approvals/exceeds-threshold";
import type { Db } from "@/server/platform/pool";
import type { Ctx } from "../../context";
import { findMemberRole } from "../../accounts/store";
import {
  canNeedApproval,
  limitOfRole,
  type ApprovalLimit,
  type EvaluatedTotal,
} from "../../approvals/domain";
import { listApprovalRulesFor, writeApproval } from "../../approvals/store";
import { sumUnapproved } from "../../refunds/store";

const MINUTE_MS = 60_000;

/** A frozen bulk run of refunds: none of its rows may change after this. */
export type BulkToApprove = {
  runId: string;
  /** Its file's name, for the audit log; null without a file. */
  runName: string | null;
  /** All its payments are test payments. */
  isTest: boolean;
  rows: readonly { transactionId: string; amountPaise: bigint; currency: string }[];
};

type BulkApprovalRequest =
  /** No threshold is exceeded: the run may start at once. */
  | { kind: "not_needed" }
  /** It waits for approval; its run is told when that ends, with any result. */
  | { kind: "waiting"; approvalId: string; expiresAt: Date }
  /** The run has a request that waits or was approved. */
  | { kind: "exists" };

/**
 * Evaluates a bulk run of refunds by the thresholds of the person who starts it, and stores a request for approval when
 * one is exceeded: by the run's total in a currency, or by one payment's rows with its earlier refunds (decision 0120).
 * The amounts of its rows are reserved while it waits.
 *
 * Call it in the transaction that freezes the run, after the permission for refunds was checked. When the request ends,
 * a job `BULK_APPROVAL_DECIDED` with `{ runId, approvalId }` is added in the same transaction; its handler reads
 * `findApprovalOfRun` and starts the run only if the state is APPROVED. The rows of an approved run are then sent by
 * `submitRefund(ctx, request, { approvalId })`, which does not request approval again.
 */
export async function requestBulkApproval(
  db: Db,
  ctx: Ctx,
  bulk: BulkToApprove,
): Promise<BulkApprovalRequest> {
  const at = ctx.clock.now();
  const evaluated = await evaluateBulk(db, ctx, bulk.rows, at);
  if (evaluated === null) return { kind: "not_needed" };
  const { role, totals, exceeded } = evaluated;

  const approvalId = randomUUID();
  const expiresAt = await writeApproval(db, ctx, {
    id: approvalId,
    subject: { kind: "bulk", runId: bulk.runId, runName: bulk.runName },
    role,
    at,
    lifetimeMinutes: Math.min(...exceeded.map(({ lifetimeMinutes }) => lifetimeMinutes)),
    rowCount: bulk.rows.length,
    isTest: bulk.isTest,
    totals: totals.map(({ largestPaise: _, limit: __, ...total }) => total),
    reservations: [...sumBy(bulk.rows, ({ transactionId }) => transactionId)].map(
      ([transactionId, amountPaise]) => ({ transactionId, amountPaise }),
    ),
  });
  return expiresAt === null ? { kind: "exists" } : { kind: "waiting", approvalId, expiresAt };
}

/** Whether the rows would need approval if this person started them now. Decides nothing: the start evaluates them again. */
export async function needsBulkApproval(db: Db, ctx: Ctx, rows: BulkToApprove["rows"]): Promise<boolean> {
  return (await evaluateBulk(db, ctx, rows, ctx.clock.now())) !== null;
}

/** The totals and the limits that they exceed; null when no approval is needed. */
async function evaluateBulk(
  db: Db,
  ctx: Ctx,
  rows: BulkToApprove["rows"],
  at: Date,
): Promise<{ role: Role; totals: EvaluatedSum[]; exceeded: ApprovalLimit[] } | null> {
  // The role that the person has now: the one of `ctx` may be of before their request waited for a lock.
  const role = await findMemberRole(db, ctx.actor.userId);
  if (role === null || !canNeedApproval(role)) return null;
  const totals = await evaluateTotals(db, role, rows, at);
  const exceeded = totals.flatMap(({ limit, ...total }) =>
    limit !== null && isAbove(limit, total) ? [limit] : [],
  );
  return exceeded.length === 0 ? null : { role, totals, exceeded };
}

/** A currency's total, and the largest amount of one payment including its earlier refunds. */
type EvaluatedSum = EvaluatedTotal & { largestPaise: bigint; limit: ApprovalLimit | null };

function isAbove(limit: ApprovalLimit, total: Omit<EvaluatedSum, "limit">): boolean {
  return exceedsThreshold(limit, total.amountPaise, 0n) || exceedsThreshold(limit, total.largestPaise, 0n);
}

async function evaluateTotals(
  db: Db,
  role: Role,
  rows: BulkToApprove["rows"],
  at: Date,
): Promise<EvaluatedSum[]> {
  const rules = await listApprovalRulesFor(db, role);
  const evaluated: EvaluatedSum[] = [];
  for (const [currency, amountPaise] of sumBy(rows, (row) => row.currency)) {
    const limit = limitOfRole(role, rules, currency);
    const thresholdPaise = limit?.thresholdPaise ?? null;
    const total = { currency, amountPaise, thresholdPaise, countedPaise: 0n, limit };
    if (limit === null) {
      evaluated.push({ ...total, largestPaise: 0n });
      continue;
    }
    const payments = sumBy(
      rows.filter((row) => row.currency === currency),
      ({ transactionId }) => transactionId,
    );
    const since = new Date(at.getTime() - limit.lifetimeMinutes * MINUTE_MS);
    const before = await sumUnapproved(db, [...payments.keys()], since);
    const [largestPaise, countedPaise] = [...payments]
      .map(([id, paise]) => [paise + (before.get(id) ?? 0n), before.get(id) ?? 0n] as const)
      .reduce((most, next) => (next[0] > most[0] ? next : most), [0n, 0n] as const);
    evaluated.push({ ...total, largestPaise, countedPaise });
  }
  return evaluated;
}

function sumBy<Row extends { amountPaise: bigint }>(
  rows: readonly Row[],
  key: (row: Row) => string,
): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const row of rows) sums.set(key(row), (sums.get(key(row)) ?? 0n) + row.amountPaise);
  return sums;
}
