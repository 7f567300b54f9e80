import type { PaymentItem } from "@/lib/contract/ops/payments";
import { err, ok } from "@/lib/result";
import type { StuckRow, StuckView } from "@/lib/payments/stuck-view";
import type { ServiceError } from "@/lib/service-error";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { oldestFirst } from "../domain/oldest-first";
import { serviceErrorOf } from "../../routing-client/call-result";
import { notOfferedOr } from "../../routing-client/capabilities";
import { findLiveStuckRun } from "../../bulk/store";

const MINUTE_MS = 60_000;
/** The largest page of the service. */
const PAGE = 200;
const SHOWN = 100;
const MAX_POLLS = 16;

/** `after`: where the page before ended; null for the oldest. */
type StuckFilter = { minutes: number; after: string | null };

/**
 * Payments that are INITIATED for longer than some minutes, oldest first. The service lists the newest first, so the search
 * moves back in growing steps until one page holds everything older, then bisects. Throws ForbiddenError.
 */
export async function listStuck(ctx: Ctx, { minutes, after }: StuckFilter): Promise<StuckView> {
  await requirePermission(ctx, "view_payments", { kind: "stuck_list", id: "" });
  const capabilities = await ctx.routing.capabilities();
  if (!capabilities.offers("payments.search")) return notOfferedOr(capabilities);

  const now = ctx.clock.now();
  const untilMs = now.getTime() - minutes * MINUTE_MS;
  const fromMs = after === null ? null : Date.parse(after);
  const checkedAt = now.toISOString();
  const live = await liveRun(ctx);
  if (fromMs !== null && fromMs >= untilMs) {
    return { kind: "found", rows: [], order: "oldest", next: null, live, checkedAt };
  }

  const fetchPage = async (beforeMs: number) => {
    // The service refuses an empty time range.
    if (fromMs !== null && beforeMs <= fromMs) return ok({ items: [], isAll: true });
    const response = await ctx.routing.ops("payments.search", {
      status: ["INITIATED"],
      created_until: new Date(beforeMs).toISOString(),
      ...(fromMs !== null && { created_from: new Date(fromMs).toISOString() }),
      limit: PAGE,
    });
    if (response.kind !== "answered") return err<ServiceError>(serviceErrorOf(response));
    const { payments, next_cursor: nextCursor } = response.value;
    return ok({ items: payments.map(datedRow), isAll: nextCursor === null });
  };
  const found = await oldestFirst(fetchPage, { untilMs, enough: SHOWN, maxPolls: MAX_POLLS });
  if (!found.ok) return { kind: "service_error", serviceError: found.error };

  const { items, order, isAll } = found.value;
  const rows = items.slice(0, SHOWN).map(({ row }) => row);
  const isMore = order === "oldest" && (!isAll || items.length > SHOWN);
  const next = isMore ? (rows.at(-1)?.createdAt ?? null) : null;
  return { kind: "found", rows, order, next, live, checkedAt };
}

async function liveRun(ctx: Ctx): Promise<Extract<StuckView, { kind: "found" }>["live"]> {
  const run = await findLiveStuckRun(ctx.pool);
  if (run === null) return null;
  const { id: runId, kind, source, fileName, rowCount, createdByName: createdBy, createdAt } = run;
  return {
    runId,
    run: { kind, source, fileName, rowCount, createdBy, createdAt: createdAt.toISOString() },
    isPaused: run.state === "paused",
  };
}

function datedRow(payment: PaymentItem): { createdAtMs: number; row: StuckRow } {
  const createdAt = new Date(payment.transaction_date_time);
  return {
    createdAtMs: createdAt.getTime(),
    row: {
      transactionId: payment.transaction_id,
      reference: payment.merchant_transaction_id,
      amount: payment.transaction_amount,
      currency: payment.currency,
      createdAt: createdAt.toISOString(),
      expiresAt: new Date(payment.expires_at).toISOString(),
      gateway: payment.gateway,
      method: payment.payment_method,
      isTest: payment.test === true,
    },
  };
}
