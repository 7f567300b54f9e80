import { expect, it } from "vitest";
import { readRefundFilter, spanOfFilter, tellRefundFilter } from "./refund-filter";

const NOW = new Date("2026-11-21T19:00:00.000Z");

it("an address without a filter means everything", () => {
  expect(readRefundFilter({}, NOW)).toMatchObject({
    tab: "all",
    faults: {},
    filter: { statuses: [], text: null },
  });
});

it("reads every field, and tells it to the audit log", () => {
  const by = "6f1f9c56-7c0d-4a3e-9a58-0f6f0c1d2e3f";
  const { filter, faults, tab } = readRefundFilter(
    {
      view: "failed",
      status: ["FAILURE", "REFUSED"],
      from: "2026-11-20",
      until: "2026-11-21",
      zone: "Asia/Kolkata",
      min: "10",
      max: "20.50",
      by,
      q: "ORD-",
    },
    NOW,
  );
  expect([tab, faults]).toEqual(["failed", {}]);
  expect(tellRefundFilter(filter)).toBe(
    `view=failed status=FAILURE,REFUSED from=2026-11-20 until=2026-11-21 zone=Asia/Kolkata min_paise=1000 max_paise=2050 by=${by} q=ORD-`,
  );
});

it.each([
  ["status", { status: "PAID" }],
  ["from", { from: "21/11/2026" }],
  ["from", { from: "0000-01-01" }],
  ["until", { from: "2026-11-21", until: "2026-11-20" }],
  ["min", { min: "1e3" }],
  ["max", { min: "5", max: "4" }],
  ["by", { by: "'; drop table people" }],
  ["q", { q: "a\0b" }],
])("names what it does not understand in %s, and never passes it over", (field, params) => {
  expect(Object.keys(readRefundFilter(params, NOW).faults)).toEqual([field]);
});

it.each([
  ["today", "Asia/Kolkata", "2026-11-22", "2026-11-22"],
  ["today", "UTC", "2026-11-21", "2026-11-21"],
  ["yesterday", "Asia/Kolkata", "2026-11-21", "2026-11-21"],
  ["7d", "Asia/Kolkata", "2026-11-16", "2026-11-22"],
  ["30d", "Asia/Kolkata", "2026-10-24", "2026-11-22"],
])("%s in %s is from %s until %s", (range, zone, from, until) => {
  expect(readRefundFilter({ range, zone }, NOW)).toMatchObject({ faults: {}, filter: { from, until, zone } });
});

it("exact days take precedence over a range, and a range of an unknown time zone is refused", () => {
  const { filter } = readRefundFilter({ range: "today", from: "2026-11-01" }, NOW);
  expect(filter).toMatchObject({ from: "2026-11-01", until: null });
  expect(readRefundFilter({ range: "today", zone: "IST" }, NOW).faults).toEqual({ range: "zone" });
  expect(readRefundFilter({ range: "tomorrow" }, NOW).faults).toEqual({ range: "unknown" });
});

it.each(["Mars/Olympus", "IST", "US/Pacific-New"])("reads no days of %s, which is no time zone", (zone) => {
  expect(readRefundFilter({ zone }, NOW).faults).toEqual({});
  expect(readRefundFilter({ zone, from: "2026-11-20", until: "2026-11-21" }, NOW).faults).toEqual({
    from: "zone",
    until: "zone",
  });
});

it.each([
  [null, null, "Asia/Kolkata", null, null],
  ["2026-11-20", "2026-11-21", "Asia/Calcutta", "2026-11-19T18:30:00.000Z", "2026-11-21T18:30:00.000Z"],
  ["2026-03-08", "2026-03-08", "America/New_York", "2026-03-08T05:00:00.000Z", "2026-03-09T04:00:00.000Z"],
  ["0001-01-01", "9998-12-31", "Asia/Kolkata", "0001-01-01T00:00:00.000Z", "9998-12-31T18:30:00.000Z"],
])("days from %s until %s in %s are half-open instants", (from, until, zone, start, end) => {
  const span = spanOfFilter({ from, until, zone });
  expect([span.from?.toISOString() ?? null, span.until?.toISOString() ?? null]).toEqual([start, end]);
});
