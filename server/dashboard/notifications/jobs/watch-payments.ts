import type { OpsResult } from "@/lib/contract/ops";
import { STUCK_AFTER_MS } from "@/lib/payments/payment-state";
import type { Services } from "../../runtime";
import { lowGateways } from "../domain/success-rate";
import { limitsInForce } from "../queries/notification-limits";
import { notify } from "../store/notify";

const HOUR_MS = 60 * 60_000;
const WEEK_MS = 7 * 24 * HOUR_MS;
const PAGE_SIZE = 200;

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Notifies of more stuck payments than the limit, once a day. Safe to repeat. */
export async function watchStuck(services: Services): Promise<void> {
  const { routing, pool, clock } = services;
  const { stuckPayments: limit } = await limitsInForce(services);
  if (!(await routing.capabilities()).offers("payments.search")) return;
  const at = clock.now();
  const response = await routing.ops("payments.search", {
    status: ["INITIATED"],
    created_until: new Date(at.getTime() - STUCK_AFTER_MS).toISOString(),
    limit: Math.min(PAGE_SIZE, limit + 1),
  });
  if (response.kind !== "answered" || response.value.payments.length <= limit) return;
  await notify(pool, {
    event: "stuck_payments",
    detail: { count: response.value.payments.length, limit },
    at,
    to: "everybody_permitted",
    dedupeKey: `stuck_payments:${dayOf(at)}`,
  });
}

type Counts = OpsResult<"payments.counts">["counts"];

/** The two hours before the last half hour, whose payments may still be paid. */
const SPAN_MS = 2 * HOUR_MS;
const WEEKS = 4;

/**
 * Notifies of gateways whose success rate is lower than in the same hours of the previous four weeks, by the limit's
 * points or more; once a day for each. Safe to repeat.
 */
export async function watchSuccessRates(services: Services): Promise<void> {
  const { routing, pool, clock } = services;
  if (!(await routing.capabilities()).offers("payments.counts")) return;
  const at = clock.now();
  const until = new Date(at.getTime() - STUCK_AFTER_MS);
  const spans: Counts[] = [];
  for (let weeks = 0; weeks <= WEEKS; weeks += 1) {
    const span = await countSpan(services, until.getTime() - weeks * WEEK_MS);
    if (span === null) return;
    spans.push(span);
  }
  const [now = [], ...before] = spans;
  const { successRatePoints } = await limitsInForce(services);
  for (const low of lowGateways(now, before.flat(), successRatePoints)) {
    await notify(pool, {
      event: "success_rate_low",
      detail: low,
      at,
      to: "everybody_permitted",
      dedupeKey: `success_rate_low:${low.gateway}:${dayOf(at)}`,
    });
  }
}

async function countSpan({ routing }: Services, untilMs: number): Promise<Counts | null> {
  const response = await routing.ops("payments.counts", {
    from: new Date(untilMs - SPAN_MS).toISOString(),
    until: new Date(untilMs).toISOString(),
    time_zone: "UTC",
    bucket: "month",
    split_by: "gateway",
  });
  return response.kind === "answered" ? response.value.counts : null;
}
