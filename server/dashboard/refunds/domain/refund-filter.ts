import { parseDay, parseUuid } from "@/lib/parse";
import { REASON_CODE } from "@/lib/reasons/reason";
import { isTimeZone } from "@/lib/time-zone";
import { dayAfter, startOfDay, startOfDayNamed, wallTimeOf } from "@/lib/zoned-time";
import { codePointLength, isBlank, isStorableText, MAX_REFERENCE_CODE_POINTS } from "@/lib/text";
import { parseTypedAmount } from "@/lib/typed-amount";
import {
  REFUND_LIST_STATUSES,
  REFUND_QUERY_FIELDS,
  REFUND_RANGES,
  REFUND_VIEWS,
  type RefundFilterFault,
  type RefundFilterField,
  type RefundListStatus,
  type RefundListTab,
  type RefundRange,
} from "@/lib/refunds/refund-list-views";

/** Which of the refunds made in the dashboard a list shows. */
export type RefundFilter = {
  view: Exclude<RefundListTab, "elsewhere">;
  statuses: RefundListStatus[];
  /** Days in `zone`, both inclusive. */
  from: string | null;
  until: string | null;
  zone: string;
  minPaise: bigint | null;
  maxPaise: bigint | null;
  requestedById: string | null;
  /** A code of a reason, or `NO_REASON`. */
  reasonCode: string | null;
  /** The beginning of a merchant reference, or a complete refund or transaction id. */
  text: string | null;
};

type RefundFilterReading = {
  tab: RefundListTab;
  filter: RefundFilter;
  faults: Partial<Record<RefundFilterField, RefundFilterFault>>;
};

/** How long a refund may be pending before it counts as ageing and needs attention. */
export const AGEING_AFTER_MS = 24 * 60 * 60_000;

type Params = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Parses a list's filter from its URL; a relative range becomes its days at `now`. Exact days take precedence over it. Invalid fields are reported, never ignored: a list that shows more than was
 * requested is wrong.
 */
export function readRefundFilter(params: Params, now: Date): RefundFilterReading {
  const faults: RefundFilterReading["faults"] = {};
  const one = (name: string): string => {
    const given = params[name];
    return (typeof given === "string" ? given : (given?.[0] ?? "")).trim();
  };
  function read<T>(
    field: RefundFilterField,
    parse: (text: string) => T | null,
    fault: RefundFilterFault,
  ): T | null {
    const text = one(field);
    if (text === "") return null;
    const value = parse(text);
    if (value === null) faults[field] = fault;
    return value;
  }
  const amount = (text: string): bigint | null => {
    const parsed = parseTypedAmount(text, null);
    return parsed.ok ? parsed.value : null;
  };

  const tab = REFUND_VIEWS.find((view) => view === one("view")) ?? "all";
  const zone = one("zone");
  const filter: RefundFilter = {
    view: tab === "elsewhere" ? "all" : tab,
    statuses: [],
    from: read("from", parseDay, "day"),
    until: read("until", parseDay, "day"),
    zone: isTimeZone(zone) ? zone : "UTC",
    minPaise: read("min", amount, "amount"),
    maxPaise: read("max", amount, "amount"),
    requestedById: read("by", parseUuid, "unknown"),
    reasonCode: read("reason", parseReason, "unknown"),
    text: read("q", searchable, "text"),
  };
  const range = read("range", (text) => REFUND_RANGES.find((known) => known === text) ?? null, "unknown");
  if (range !== null && filter.from === null && filter.until === null)
    Object.assign(filter, daysOf(range, now, filter.zone));
  for (const given of [params.status ?? []].flat().filter((text) => text !== "")) {
    const status = REFUND_LIST_STATUSES.find((candidate) => candidate === given);
    if (status === undefined) faults.status = "unknown";
    else filter.statuses.push(status);
  }
  if (zone !== "" && !isTimeZone(zone)) {
    // Days in another time zone than the intended one would give a wrong list.
    for (const field of ["from", "until"] as const)
      if (one(field) !== "" && filter[field] !== null) faults[field] = "zone";
    if (range !== null) faults.range = "zone";
  }
  if (filter.from !== null && filter.until !== null && filter.from > filter.until) faults.until = "order";
  if (filter.minPaise !== null && filter.maxPaise !== null && filter.minPaise > filter.maxPaise) {
    faults.max = "order";
  }
  return { tab, filter, faults };
}

const DAYS_BEFORE: Record<RefundRange, { from: number; until: number }> = {
  today: { from: 0, until: 0 },
  yesterday: { from: 1, until: 1 },
  "7d": { from: 6, until: 0 },
  "30d": { from: 29, until: 0 },
};

function daysOf(range: RefundRange, now: Date, zone: string): Pick<RefundFilter, "from" | "until"> {
  const { from, until } = DAYS_BEFORE[range];
  const day = (daysBefore: number): string =>
    wallTimeOf(startOfDay(now, zone, daysBefore), zone).slice(0, 10);
  return { from: day(from), until: day(until) };
}

/**
 * Start and end of the filter's days, half-open; null is unbounded. Uses only Node's time zone data: the database has
 * its own, and with both a day could begin twice (decision 0211).
 */
export function spanOfFilter({ from, until, zone }: Pick<RefundFilter, "from" | "until" | "zone">): {
  from: Date | null;
  until: Date | null;
} {
  return {
    from: from === null ? null : startOfDayNamed(from, zone),
    until: until === null ? null : startOfDayNamed(dayAfter(until), zone),
  };
}

/** Returns the fields of an address that a list understands, for one that is stored; a range stays relative. */
export function keptRefundQuery(
  given: Readonly<Record<string, readonly string[]>>,
  now: Date,
): Record<string, readonly string[]> {
  const { tab, filter, faults } = readRefundFilter(given, now);
  const hasDays = filter.from !== null || filter.until !== null;
  const isKept = (name: (typeof REFUND_QUERY_FIELDS)[number]): boolean => {
    if (name === "view") return tab !== "all" && tab !== "elsewhere";
    // Alone, a time zone filters nothing.
    if (name === "zone") return hasDays && faults.from === undefined && faults.until === undefined;
    return faults[name] === undefined;
  };
  return Object.fromEntries(
    REFUND_QUERY_FIELDS.flatMap((name) => {
      const values = (given[name] ?? []).filter((value) => value !== "");
      const kept = name === "status" ? values : values.slice(0, 1);
      return kept.length > 0 && isKept(name) ? [[name, kept]] : [];
    }),
  );
}

function parseReason(text: string): string | null {
  return REASON_CODE.test(text) ? text : null;
}

function searchable(text: string): string | null {
  const fits = codePointLength(text) <= MAX_REFERENCE_CODE_POINTS && isStorableText(text) && !isBlank(text);
  return fits ? text : null;
}

/** A filter as stored in the audit log. */
export function tellRefundFilter(filter: RefundFilter): string {
  const conditions: Record<string, string | null> = {
    view: filter.view,
    status: filter.statuses.length === 0 ? null : filter.statuses.join(","),
    from: filter.from,
    until: filter.until,
    zone: filter.from === null && filter.until === null ? null : filter.zone,
    min_paise: filter.minPaise?.toString() ?? null,
    max_paise: filter.maxPaise?.toString() ?? null,
    by: filter.requestedById,
    reason: filter.reasonCode,
    q: filter.text,
  };
  return Object.entries(conditions)
    .flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]))
    .join(" ");
}
