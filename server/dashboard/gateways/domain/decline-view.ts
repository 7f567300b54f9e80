import { AVOIDABILITIES, type DeclineReason } from "@/lib/contract/decline-reasons";
import type { OpsResult } from "@/lib/contract/ops";
import {
  DECLINE_RANGES,
  type DeclineRange,
  type DeclineRow,
  type DeclineView,
} from "@/lib/gateways/decline-view";
import { readDeclineReason } from "@/lib/payments/decline-reason";

/** Anything but a known range means the last seven days. */
export function readDeclineRange(text: string | undefined): DeclineRange {
  return DECLINE_RANGES.find((range) => range === text) ?? "7d";
}

type Declines = OpsResult<"payments.declines">;

/** The counts as a matrix: a column for each gateway, a row for each reason. */
export function presentDeclines(counted: Declines): DeclineView {
  const { declines, since, complete } = counted;
  const totals = new Map<string, number>();
  for (const { gateway, count } of declines) totals.set(gateway, (totals.get(gateway) ?? 0) + count);
  const gateways = [...totals]
    .map(([name, total]) => ({ name, total }))
    .sort((one, other) => other.total - one.total || one.name.localeCompare(other.name, "en"));
  const groups = AVOIDABILITIES.map((avoidability) => {
    const found = declines.filter((decline) => decline.avoidability === avoidability);
    const reasons = new Set(
      found.map(({ decline_reason: reason }) => readDeclineReason(reason) ?? "unknown"),
    );
    const rows = [...reasons]
      .map((reason): DeclineRow => rowOf(reason, found, gateways))
      .sort((one, other) => other.total - one.total);
    return { avoidability, rows };
  });
  return {
    gateways,
    groups: groups.filter(({ rows }) => rows.length > 0),
    total: gateways.reduce((sum, { total }) => sum + total, 0),
    unmapped: {
      // An older service does not name them.
      codes: (counted.unmapped ?? []).map(({ gateway, code, count }) => ({ gateway, code, count })),
      payments: counted.unmapped_payments ?? 0,
    },
    onlySince: complete ? null : new Date(since).toISOString(),
  };
}

/** Reasons that only a newer service knows are one row. */
function rowOf(
  reason: DeclineReason,
  found: Declines["declines"],
  gateways: DeclineView["gateways"],
): DeclineRow {
  const cells = gateways.map(({ name, total }) => {
    const count = found
      .filter(
        (one) => one.gateway === name && (readDeclineReason(one.decline_reason) ?? "unknown") === reason,
      )
      .reduce((sum, one) => sum + one.count, 0);
    return { count, share: total === 0 ? 0 : count / total };
  });
  return { reason, cells, total: cells.reduce((sum, { count }) => sum + count, 0) };
}
