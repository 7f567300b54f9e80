import { randomUUID } from "node:crypto";
import { mayBeContact } from "@/lib/payments/search-terms";
import { recordAudit } from "../../audit/store";
import type { Ctx } from "../../context";

/** Records that customers' contacts are searched for, not which (decision 0110); nothing without any among the lines. */
export async function recordContactSearch(ctx: Ctx, lines: readonly string[]): Promise<void> {
  const count = lines.filter(mayBeContact).length;
  if (count === 0) return;
  await recordAudit(ctx.pool, {
    at: ctx.clock.now(),
    actor: ctx.actor,
    action: "customer_searched",
    subject: { kind: "customer_search", id: randomUUID() },
    detail: { count },
    requestId: ctx.requestId,
  });
}
