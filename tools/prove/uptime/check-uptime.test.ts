import { expect, test } from "vitest";
import { checkUptime, type Seen } from "./check-uptime";

const WELL: Seen = {
  endedEarly: false,
  silent: [],
  answers: [
    { name: "service", what: "answered" },
    { name: "service", what: "unavailable" },
  ],
  kept: [{ what: "refund 1", isThere: true }],
  exitCode: 0,
  left: 0,
};

test("a run whose parts came back and lost nothing has no anomaly", () => {
  expect(checkUptime(WELL)).toEqual([]);
});

test.each<[Partial<Seen>, string]>([
  [{ endedEarly: true }, "npm start gave up"],
  [{ silent: ["dashboard"] }, "dashboard was not answered again after a kill"],
  [
    { answers: [{ name: "status", what: "500 broken" }] },
    "status was answered neither with success nor with 503: 500 broken",
  ],
  [{ kept: [{ what: "refund 1", isThere: false }] }, "refund 1 was acknowledged and is gone"],
  [{ exitCode: 1 }, "npm start ended with code 1"],
  [{ exitCode: null }, "npm start ended with code none"],
  [{ left: 2 }, "npm start left 2 processes"],
])("%j is an anomaly", (seen, anomaly) => {
  expect(checkUptime({ ...WELL, ...seen })).toEqual([anomaly]);
});
