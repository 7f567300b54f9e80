import { expect, test } from "vitest";
import { lowGateways } from "./success-rate";

const counts = (gateway: string | null, paid: number, failed: number) => [
  { gateway, status: "SUCCESS", count: paid },
  { gateway, status: "FAILURE", count: failed },
  { gateway, status: "CANCELLED", count: 500 },
];

test.each([
  [
    "by the points or more",
    counts("a", 75, 25),
    counts("a", 900, 100),
    [{ gateway: "a", rate: 75, usual: 90 }],
  ],
  ["by less", counts("a", 76, 24), counts("a", 900, 100), []],
  ["from too few payments", counts("a", 0, 19), counts("a", 900, 100), []],
  ["against too few earlier ones", counts("a", 0, 30), counts("a", 49, 0), []],
  ["of a new gateway", counts("b", 0, 30), counts("a", 900, 100), []],
  ["of payments without a gateway", counts(null, 0, 30), counts(null, 900, 100), []],
])("a rate that is lower %s", (_how, now, before, expected) => {
  expect(lowGateways(now, before, 15)).toEqual(expected);
});
