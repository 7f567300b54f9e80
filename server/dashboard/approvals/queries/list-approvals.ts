import { z } from "zod";
import type { ApprovalListView, ApprovalTab } from "@/lib/approvals/approval-views";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import type { Approval } from "../domain/approval";
import {
  countWaiting,
  listApprovalsOf,
  listDecidedApprovals,
  listWaitingApprovals,
  type ApprovalPosition,
} from "../store/approvals";
import { presentApprovals } from "./present-approvals";

const PAGE_SIZE = 50;

/**
 * Requests for approval: waiting, oldest first; ended, newest first; or one's own. An invalid cursor means the first
 * page.
 */
export async function listApprovals(
  ctx: Ctx,
  input: { tab: ApprovalTab; cursor?: string },
): Promise<ApprovalListView> {
  await requirePermission(ctx, "view_refunds", { kind: "approval_list", id: input.tab });
  const { tab } = input;
  const after = input.cursor === undefined ? null : readCursor(input.cursor);
  // One more row than is shown tells whether there is a next page.
  const options = { after, limit: PAGE_SIZE + 1 };
  const [found, waiting] = await Promise.all([read(ctx, tab, options), countWaiting(ctx.pool)]);
  const page = found.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  return {
    tab,
    approvals: await presentApprovals(ctx, page),
    waiting,
    nextCursor: found.length > PAGE_SIZE && last !== undefined ? writeCursor(tab, last) : null,
  };
}

function read(
  { pool, actor }: Ctx,
  tab: ApprovalTab,
  options: { after: ApprovalPosition | null; limit: number },
): Promise<Approval[]> {
  switch (tab) {
    case "waiting":
      return listWaitingApprovals(pool, options);
    case "decided":
      return listDecidedApprovals(pool, options);
    case "mine":
      return listApprovalsOf(pool, actor.userId, options);
  }
}

const cursorSchema = z.tuple([z.iso.datetime({ precision: 3 }), z.uuid()]);

function writeCursor(tab: ApprovalTab, { id, requestedAt, decidedAt }: Approval): string {
  const at = tab === "decided" && decidedAt !== null ? decidedAt : requestedAt;
  return `${at.toISOString()}_${id}`;
}

function readCursor(cursor: string): ApprovalPosition | null {
  const parsed = cursorSchema.safeParse(cursor.split("_"));
  if (!parsed.success) return null;
  const [at, id] = parsed.data;
  return { at: new Date(at), id };
}
