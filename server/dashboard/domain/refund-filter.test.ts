import { expect, it } from "vitest";
import { readRefundFilter, tellRefundFilter } from "./refund-filter";

it("an address without a filter means everything", () => {
  expect(readRefundFilter({})).toMatchObject({
    tab: "all",
    faults: {},
    filter: { statuses: [], text: null },
  });
});

it("reads every field, and tells it to the audit log", () => {
  const by = "6f1f9c56-7c0d-4a3e-9a58-0f6f0c1d2e3f";
  const { filter, faults, tab } = readRefundFilter({
    view: "failed",
    status: ["FAILURE", "REFUSED"],
    from: "2026-11-20",
    until: "2026-11-21",
    zone: "Asia/Kolkata",
    min: "10",
    max: "20.50",
    by,
    q: "ORD-",
  });
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
  expect(Object.keys(readRefundFilter(params).faults)).toEqual([field]);
});

it("takes days of an unknown zone for days of UTC", () => {
  expect(readRefundFilter({ zone: "Mars/Olympus" }).filter.zone).toBe("UTC");
});
