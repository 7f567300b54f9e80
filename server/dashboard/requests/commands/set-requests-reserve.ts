import { z } from "zod";
import type { RequestReserveOutcome } from "@/lib/requests/request-views";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { lockDoRequestsReserve, putDoRequestsReserve } from "../store/request-reservations";

const inputSchema = z.object({ doReserve: z.boolean() });

/**
 * Sets whether a refund request reserves its amount until it is decided (decision 0278). It applies at once, to requests
 * that wait already too.
 */
export async function setRequestsReserve(ctx: Ctx, input: unknown): Promise<RequestReserveOutcome> {
  const parsed = inputSchema.safeParse(input);
  const subject = { kind: "refund_request", id: "" } as const;
  if (!(await authorize(ctx, "manage_approval_rules", subject))) return { kind: "forbidden" };
  if (!parsed.success) return { kind: "invalid" };
  const { doReserve } = parsed.data;

  const at = ctx.clock.now();
  return inTransaction(ctx.pool, async (db): Promise<RequestReserveOutcome> => {
    const before = await lockDoRequestsReserve(db);
    if (before === doReserve) return { kind: "saved" };
    await putDoRequestsReserve(db, doReserve, { changedById: ctx.actor.userId, changedAt: at });
    await recordAudit(db, {
      at,
      actor: ctx.actor,
      action: "refund_requests_reserve",
      subject,
      detail: { before: word(before), after: word(doReserve) },
      requestId: ctx.requestId,
    });
    return { kind: "saved" };
  });
}

const word = (doReserve: boolean): string => (doReserve ? "reserve" : "do not reserve");
