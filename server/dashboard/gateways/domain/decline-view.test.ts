import { expect, test } from "vitest";
import { presentDeclines, readDeclineRange } from "./decline-view";

const decline = (
  gateway: string,
  decline_reason: string,
  count: number,
  avoidability: "mendable" | "unavoidable" | "unknown" = "unavoidable",
) => ({ gateway, decline_reason, count, avoidability });
const SINCE = "2026-11-20T00:00:00.000Z";

test("each gateway is a column and each reason a row, the most frequent first, with its share of the gateway", () => {
  const view = presentDeclines({
    declines: [
      decline("adyen", "expired_card", 1),
      decline("stripe", "insufficient_funds", 6),
      decline("stripe", "expired_card", 1),
      decline("stripe", "gateway_error", 1, "mendable"),
    ],
    since: SINCE,
    complete: true,
  });
  expect(view).toEqual({
    gateways: [
      { name: "stripe", total: 8 },
      { name: "adyen", total: 1 },
    ],
    groups: [
      {
        avoidability: "mendable",
        rows: [
          {
            reason: "gateway_error",
            cells: [
              { count: 1, share: 0.125 },
              { count: 0, share: 0 },
            ],
            total: 1,
          },
        ],
      },
      {
        avoidability: "unavoidable",
        rows: [
          {
            reason: "insufficient_funds",
            cells: [
              { count: 6, share: 0.75 },
              { count: 0, share: 0 },
            ],
            total: 6,
          },
          {
            reason: "expired_card",
            cells: [
              { count: 1, share: 0.125 },
              { count: 1, share: 1 },
            ],
            total: 2,
          },
        ],
      },
    ],
    total: 9,
    // An older service does not list them.
    unmapped: { codes: [], payments: 0 },
    onlySince: null,
  });
});

test("reasons of a newer service are one row, and a count that is not complete says from when", () => {
  const declines = [
    decline("stripe", "of_next_year", 2, "unknown"),
    decline("stripe", "unknown", 1, "unknown"),
    decline("stripe", "another_of_next_year", 3, "mendable"),
  ];
  const unmapped = [{ gateway: "stripe", code: "code_of_next_year", count: 2 }];
  const view = presentDeclines({
    declines,
    unmapped,
    unmapped_payments: 3,
    since: SINCE,
    complete: false,
  });
  expect(view.unmapped).toEqual({ codes: unmapped, payments: 3 });
  expect(view.groups.map(({ avoidability, rows }) => [avoidability, rows.map(({ total }) => total)])).toEqual(
    [
      ["mendable", [3]],
      ["unknown", [3]],
    ],
  );
  expect(view.onlySince).toBe(SINCE);
});

test.each([
  ["today", "today"],
  ["30d", "30d"],
  ["constructor", "7d"],
  [undefined, "7d"],
] as const)("the range %s of the address means %s", (text, range) => {
  expect(readDeclineRange(text)).toBe(range);
});
