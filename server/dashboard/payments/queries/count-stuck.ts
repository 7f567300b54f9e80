import { setTimeout as sleep } from "node:timers/promises";
import type { BoundedCount } from "@/lib/overview/overview-views";
import { STUCK_AFTER_MS } from "@/lib/payments/payment-state";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import type { RoutingClient } from "../../routing-client/client";

/**
 * How many payments are INITIATED for longer than STUCK_AFTER_MS, up to `limit`, at most the service's largest page.
 * Null when the service does not list payments or did not answer. Throws ForbiddenError.
 */
export async function countStuck(ctx: Ctx, limit: number): Promise<BoundedCount | null> {
  await requirePermission(ctx, "view_payments", { kind: "stuck_list", id: "" });
  const capabilities = await ctx.routing.capabilities();
  if (!capabilities.offers("payments.search")) return null;
  const response = await ctx.routing.ops("payments.search", {
    status: ["INITIATED"],
    created_until: new Date(ctx.clock.now().getTime() - STUCK_AFTER_MS).toISOString(),
    limit,
  });
  if (response.kind !== "answered") return null;
  return { count: response.value.payments.length, atLeast: response.value.next_cursor !== null };
}

const MOST = 99;
const FRESH_FOR_MS = 15_000;
const PATIENCE_MS = 1_500;

type Kept = { atMs: number; found: Promise<BoundedCount | null> };
const kept = new WeakMap<RoutingClient, Kept>();

/** The next page counts again, because a payment was just cancelled here. */
export function forgetStuckCount(ctx: Pick<Ctx, "routing">): void {
  kept.delete(ctx.routing);
}

/**
 * Counts stuck payments for the navigation of every page, up to 99: at most one call in 15 seconds, and none while the
 * service limits calls. Null also when the response takes longer than a page should stay open for it.
 */
export async function countStuckForNavigation(ctx: Ctx): Promise<BoundedCount | null> {
  const nowMs = ctx.clock.now().getTime();
  let current = kept.get(ctx.routing);
  if (current === undefined || Math.abs(nowMs - current.atMs) > FRESH_FOR_MS) {
    if (ctx.routing.areCallsScarce()) return null;
    const found = countStuck(ctx, MOST).catch(() => null);
    void found.then((stuck) => stuck !== null && ctx.counters.stuckCounted(stuck.count));
    current = { atMs: nowMs, found };
    kept.set(ctx.routing, current);
  }
  const stop = new AbortController();
  const late = sleep(PATIENCE_MS, null, { signal: stop.signal, ref: false }).catch(() => null);
  try {
    return await Promise.race([current.found, late]);
  } finally {
    stop.abort();
  }
}
