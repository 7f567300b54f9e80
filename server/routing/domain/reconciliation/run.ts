import type { RecordKind } from "./finding";

/** UTC days, both inclusive, as YYYY-MM-DD. */
export type DayRange = { from: string; until: string };

export type RunSource = "daily" | "request" | "command";
export type RunState = "queued" | "running" | "done" | "broken";

/** A row in one of the lists that a phase walks: the last one visited, by the values of the list's order; null for its beginning. */
export type Place = { part: number; after: readonly string[] | null };

/** Where a run continues: after the last record that it visited. `end`: nothing is left. */
export type Position =
  | { phase: "payment" | "refund"; place?: Place }
  /** Paid payments of the last days, in turn (decision 0366). */
  | { phase: "payment"; earlier: Place }
  /** Open findings whose records were not among those: they are compared once more. */
  | { phase: "finding"; afterId: string | null }
  | { phase: "end" };

export const FIRST: Position = { phase: "payment" };

/** How many records a run has visited, by kind; `finding`: records of older findings; `earlier`: payments paid before its days. */
export type Visited = Record<RecordKind | "finding" | "earlier", number>;

export const NONE_VISITED: Visited = { payment: 0, refund: 0, reversal: 0, finding: 0, earlier: 0 };

/** A paid payment is compared again, in turn, for so many days after its end. */
const EARLIER_DAYS = 30;
const FEWEST_EARLIER = 1_000;

/** How many a daily run compares again: as many as it compared, so that each has its turn before it is too old. */
export function mostEarlier({ payment }: Visited): number {
  return Math.max(FEWEST_EARLIER, payment);
}

/** When the payments ended that are compared again: before those of the run. */
export function earlierPeriod({ from }: { from: Date }): { from: Date; until: Date } {
  return { from: new Date(from.getTime() - EARLIER_DAYS * DAY_MS), until: from };
}

/** Records that could not be compared, by gateway and reason. */
export type NotCompared = { gateway: string; reason: string; count: number };

/** More reasons than this are counted under the last one. */
const MAX_REASONS = 20;
const MAX_REASON_LENGTH = 300;

/** A vendor's text as the database accepts it: NUL, and half a character where it was cut, fail each save of the run. */
export function storableText(text: string): string {
  return text.replace(/\0|\p{Surrogate}/gu, "\ufffd");
}

export function addNotCompared(
  all: readonly NotCompared[],
  { gateway, reason }: { gateway: string; reason: string },
): NotCompared[] {
  const shown = storableText(reason.slice(0, MAX_REASON_LENGTH));
  const index = all.findIndex((one) => one.gateway === gateway && one.reason === shown);
  const at = index === -1 && all.length >= MAX_REASONS ? all.length - 1 : index;
  if (at === -1) return [...all, { gateway, reason: shown, count: 1 }];
  return all.map((one, i) => (i === at ? { ...one, count: one.count + 1 } : one));
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The instants of a range of days: `from` inclusive, `until` exclusive. */
export function periodOf({ from, until }: DayRange): { from: Date; until: Date } {
  return {
    from: new Date(`${from}T00:00:00.000Z`),
    until: new Date(new Date(`${until}T00:00:00.000Z`).getTime() + DAY_MS),
  };
}

/** The UTC day of an instant. */
function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** The most days that one run compares. */
const MAX_DAYS = 31;

/** Nothing is older, and the database has no year 0. */
const EARLIEST_DAY = "1970-01-01";

export type RangeFault = { field: "from" | "until"; text: string };

/** Null when the range can be compared. Days are those of the service's clock, in UTC. */
export function rangeFault({ from, until }: DayRange, now: Date): RangeFault | null {
  if (from < EARLIEST_DAY) return { field: "from", text: `Must not be before ${EARLIEST_DAY}.` };
  if (until < from) return { field: "until", text: "Must not be before from." };
  if (until > dayOf(now)) return { field: "until", text: "Must not be in the future (UTC)." };
  const { from: start, until: end } = periodOf({ from, until });
  if (end.getTime() - start.getTime() > MAX_DAYS * DAY_MS) {
    return { field: "from", text: `Must be at most ${MAX_DAYS} days with until.` };
  }
  return null;
}

/** How long after the end of a UTC day it is compared: clocks differ, and late reports arrive. */
const SETTLE_MS = 60 * 60 * 1000;

/** The latest day that the daily run compares. */
export function latestDailyDay(now: Date): string {
  return dayOf(new Date(now.getTime() - SETTLE_MS - DAY_MS));
}

/** What a daily run compares: the days since the last one, at most {@link MAX_DAYS}. */
export function dailyRange(lastDay: string | null, latest: string): DayRange {
  if (lastDay === null) return { from: latest, until: latest };
  const next = dayOf(periodOf({ from: lastDay, until: lastDay }).until);
  const earliest = dayOf(
    new Date(periodOf({ from: latest, until: latest }).until.getTime() - MAX_DAYS * DAY_MS),
  );
  return { from: next < earliest ? earliest : next, until: latest };
}
