import type { DecisionQueue, QueueEntry, QueuePage, QueueReading, Reading } from "@/lib/all-accounts/views";
import { type Permission, roleAllows } from "@/lib/can";
import { paths } from "@/lib/paths";
import { listApprovals } from "@/server/dashboard/approvals/queries/list-approvals";
import type { Ctx } from "@/server/dashboard/context";
import { readRefundFilter } from "@/server/dashboard/refunds/domain/refund-filter";
import { listRefunds } from "@/server/dashboard/refunds/queries/list-refunds";
import { listRequests } from "@/server/dashboard/requests/queries/list-requests";
import { readOf } from "./reading";

/** Besides seeing refunds, which each of their lists needs. */
const PERMISSIONS: Record<DecisionQueue, Permission> = {
  unknown: "view_refunds",
  approvals: "approve_refund",
  requests: "refund_payment",
};

const READERS: Record<DecisionQueue, (ctx: Ctx) => Promise<QueuePage>> = {
  unknown,
  approvals,
  requests,
};

/** The first page of what waits for a decision in one account, as its own list has it. */
export async function readQueue(ctx: Ctx, queue: DecisionQueue): Promise<QueueReading> {
  if (!roleAllows(ctx.actor.role, PERMISSIONS[queue])) return { kind: "forbidden" };
  return readOf(
    ctx,
    "view_refunds",
    async (): Promise<Reading<QueuePage>> => ({ kind: "read", value: await READERS[queue](ctx) }),
  );
}

async function unknown(ctx: Ctx): Promise<QueuePage> {
  const { filter } = readRefundFilter({ status: "UNKNOWN" }, ctx.clock.now());
  const { refunds, nextCursor } = await listRefunds(ctx, { filter });
  return {
    entries: refunds.map((refund) => entryOf(refund, refund.intentId, paths.refundIntent(refund.intentId))),
    hasMore: nextCursor !== null,
    gap: null,
  };
}

/** Those that the person may decide: never their own. */
async function approvals(ctx: Ctx): Promise<QueuePage> {
  const { approvals: waiting, nextCursor } = await listApprovals(ctx, { tab: "waiting" });
  return {
    entries: waiting
      .filter(({ isOwn, isFromOwnRequest }) => !isOwn && !isFromOwnRequest)
      .map(({ approvalId, subject, rowCount, totals, testRows, requestedAt }) => ({
        id: approvalId,
        reference: subject.kind === "refund" ? subject.reference : null,
        rows: rowCount,
        money: totals.map(({ amount, currency }) => ({ amount, currency })),
        isTest: testRows === rowCount,
        since: requestedAt,
        href: paths.approval(approvalId),
      })),
    hasMore: nextCursor !== null,
    gap: null,
  };
}

async function requests(ctx: Ctx): Promise<QueuePage> {
  const { requests: open, nextCursor } = await listRequests(ctx, { tab: "open" });
  return {
    entries: open
      .filter(({ isOwn }) => !isOwn)
      .map((request) => entryOf(request, request.requestId, paths.request(request.requestId))),
    hasMore: nextCursor !== null,
    gap: null,
  };
}

type Requested = {
  reference: string;
  amount: string;
  currency: string;
  isTest: boolean;
  requestedAt: string;
};

/** A refund, or a request for one, of a single payment. */
function entryOf(
  { reference, amount, currency, isTest, requestedAt }: Requested,
  id: string,
  href: string,
): QueueEntry {
  const money = [{ amount, currency }];
  return { id, reference, rows: 1, money, isTest, since: requestedAt, href };
}
