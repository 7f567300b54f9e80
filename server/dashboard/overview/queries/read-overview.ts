import { roleAllows } from "@/lib/can";
import type {
  OverviewGain,
  OverviewPayments,
  OverviewRefunds,
  OverviewView,
  RefundAge,
  RefundEnd,
} from "@/lib/overview/overview-views";
import type { RefundStatus } from "@/lib/contract/statuses";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { countByReason } from "../domain/count-by-reason";
import { partsOf, stepsOf, sumsOf, totalsOf } from "../domain/overview";
import { type OverviewSpan, spanBefore } from "../domain/overview-span";
import { countStuck } from "../../payments";
import { serviceErrorOf } from "../../routing-client/call-result";
import { type Capabilities, notOfferedOr } from "../../routing-client/capabilities";
import { listReasons } from "../../reasons/store";
import { countOpenRefundAges, countRefundEnds, sumByReason } from "../../refunds/store";

/** The largest page of the service: more is shown as "at least". */
const PAGE_SIZE = 200;

/**
 * Payments, refunds and stuck payments over a span. Each part is independent: one that the service does not offer or
 * could not return leaves the others as they are.
 */
export async function readOverview(ctx: Ctx, span: OverviewSpan, zone: string): Promise<OverviewView> {
  await requirePermission(ctx, "view_overview", { kind: "overview", id: span.range });
  const capabilities = await ctx.routing.capabilities();
  const [payments, stuck, refunds, gain] = await Promise.all([
    readPayments(ctx, capabilities, span, zone),
    roleAllows(ctx.actor.role, "view_payments") ? countStuck(ctx, PAGE_SIZE) : null,
    readRefunds(ctx, capabilities, span),
    roleAllows(ctx.actor.role, "view_gateways") ? readGain(ctx, capabilities) : null,
  ]);
  return { payments, stuck, refunds, gain };
}

const BASES = ["earlier", "equal", "mixed"] as const;

/** Null too where a newer service compares with what is not known here. */
async function readGain(ctx: Ctx, capabilities: Capabilities): Promise<OverviewGain | null> {
  if (!capabilities.offers("payments.routing_gain")) return null;
  const response = await ctx.routing.ops("payments.routing_gain", {});
  if (response.kind !== "answered") return null;
  const { payments, compared, gain, basis: given } = response.value;
  const basis = BASES.find((known) => known === given) ?? null;
  if (payments === 0 || (gain !== null && basis === null)) return null;
  return { payments, compared, gain, basis };
}

async function readPayments(
  ctx: Ctx,
  capabilities: Capabilities,
  span: OverviewSpan,
  zone: string,
): Promise<OverviewPayments> {
  if (!capabilities.offers("payments.counts")) return notOfferedOr(capabilities);
  const { from, until, bucket } = span;
  const fields = { from: from.toISOString(), until: until.toISOString(), time_zone: zone };
  const earlier = spanBefore(span, ctx.clock.now(), zone);
  const [overTime, gateways, methods, before] = await Promise.all([
    ctx.routing.ops("payments.counts", { ...fields, bucket }),
    ctx.routing.ops("payments.counts", { ...fields, bucket: "month", split_by: "gateway" }),
    ctx.routing.ops("payments.counts", { ...fields, bucket: "month", split_by: "payment_method" }),
    earlier === null
      ? null
      : ctx.routing.ops("payments.counts", {
          from: earlier.from.toISOString(),
          until: earlier.until.toISOString(),
          time_zone: zone,
          bucket,
        }),
  ]);
  for (const response of [overTime, gateways, methods]) {
    if (response.kind !== "answered")
      return { kind: "service_error", serviceError: serviceErrorOf(response) };
  }
  if (overTime.kind !== "answered" || gateways.kind !== "answered" || methods.kind !== "answered") {
    return { kind: "service_error", serviceError: { kind: "unavailable" } };
  }
  return {
    kind: "counted",
    steps: stepsOf(overTime.value.counts, span),
    totals: totalsOf(overTime.value.counts),
    before:
      earlier !== null && before?.kind === "answered"
        ? { totals: totalsOf(before.value.counts), sums: sumsOf(before.value.counts, earlier) }
        : null,
    byGateway: partsOf(gateways.value.counts, ({ gateway }) => gateway),
    byMethod: partsOf(methods.value.counts, ({ payment_method: method }) => method),
  };
}

async function readRefunds(
  ctx: Ctx,
  capabilities: Capabilities,
  span: OverviewSpan,
): Promise<OverviewRefunds> {
  const [ends, byAge, reasons, sums] = await Promise.all([
    countRefundEnds(ctx.pool, span),
    readOpenRefunds(ctx, capabilities),
    listReasons(ctx.pool),
    sumByReason(ctx.pool, span),
  ]);
  const byEnd: Record<RefundEnd, number> = {
    SUCCESS: 0,
    paid_late: 0,
    FAILURE: 0,
    open: 0,
    unknown: 0,
    refused: 0,
    not_sent: 0,
  };
  for (const { end, count } of ends) byEnd[end] += count;
  return { byAge, byEnd, byReason: countByReason(reasons, sums) };
}

/** Includes refunds made outside the dashboard if the service lists them and responds, else only those made here. */
async function readOpenRefunds(ctx: Ctx, capabilities: Capabilities): Promise<OverviewRefunds["byAge"]> {
  const now = ctx.clock.now();
  const ages: Record<RefundAge, number> = { hour: 0, day: 0, week: 0, older: 0 };
  const open = capabilities.offers("refunds.search") ? await searchOpenRefunds(ctx) : null;
  if (open !== null) {
    for (const at of open.requestedAt) ages[ageOf(now.getTime() - at.getTime())] += 1;
    return { source: "service", ages, atLeast: open.atLeast };
  }
  for (const { age, count } of await countOpenRefundAges(ctx.pool, now)) ages[age] += count;
  return { source: "ledger", ages, atLeast: false };
}

async function searchOpenRefunds(ctx: Ctx): Promise<{ requestedAt: Date[]; atLeast: boolean } | null> {
  const open: readonly RefundStatus[] = ["INITIATED", "PROCESSING"];
  const responses = await Promise.all(
    open.map((status) => ctx.routing.ops("refunds.search", { status, limit: PAGE_SIZE })),
  );
  const pages = responses.flatMap((response) => (response.kind === "answered" ? [response.value] : []));
  if (pages.length < responses.length) return null;
  return {
    requestedAt: pages.flatMap(({ refunds }) =>
      refunds.map((refund) => new Date(refund.refund_requested_at)),
    ),
    atLeast: pages.some(({ next_cursor: next }) => next !== null),
  };
}

const HOUR_MS = 60 * 60_000;

function ageOf(ms: number): RefundAge {
  if (ms < HOUR_MS) return "hour";
  if (ms < 24 * HOUR_MS) return "day";
  return ms < 7 * 24 * HOUR_MS ? "week" : "older";
}
