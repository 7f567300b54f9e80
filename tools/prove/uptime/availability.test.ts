import { expect, test } from "vitest";
import { apartFromRestarts, downMs, restartsOf, shareAnswered } from "./availability";
import type { Probe, Sample } from "./probe";

const sample = (fromMs: number, toMs: number, kind: "answered" | "unavailable"): Sample => ({
  fromMs,
  toMs,
  outcome: { kind },
});
const samples = [
  sample(0, 10, "answered"),
  sample(1_000, 1_010, "unavailable"),
  sample(1_500, 1_510, "unavailable"),
  sample(2_000, 2_100, "answered"),
];
const probe: Probe = { name: "page", part: "dashboard", needs: ["dashboard", "database"], samples };

test("a request counts for the time until the next one began", () => {
  // 1,000 ms and the last one's 100 of 2,100 ms.
  expect(shareAnswered(samples)).toBeCloseTo(1_100 / 2_100);
  expect(shareAnswered([])).toBe(0);
});

test("a restart lasts from the kill until the part is back, whatever happens in between", () => {
  const kills = [
    { part: "database" as const, atMs: 900 },
    { part: "database" as const, atMs: 1_200 },
    { part: "routing" as const, atMs: 5 },
  ];
  const down = { part: "database" as const, kind: "down" as const, atMs: 905 };
  const back = { part: "database" as const, kind: "back" as const, atMs: 1_900 };
  expect(restartsOf("database", kills, [down, back])).toEqual([{ fromMs: 900, toMs: 1_900 }]);
  expect(restartsOf("database", kills, [down])).toEqual([{ fromMs: 900, toMs: Infinity }]);
  expect(apartFromRestarts(probe, kills, [down, back])).toEqual({ requests: 2, answered: 2 });
  const early = { ...back, atMs: 1_400 };
  expect(apartFromRestarts(probe, kills, [down, early])).toEqual({ requests: 3, answered: 2 });
});

test("a part is down from the kill to the first answer to a later request", () => {
  expect(downMs({ part: "dashboard", atMs: 900 }, probe)).toBe(1_200);
  expect(downMs({ part: "dashboard", atMs: 2_050 }, probe)).toBeNull();
});
