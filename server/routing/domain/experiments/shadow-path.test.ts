import { expect, test } from "vitest";
import { type GatewayAttempt, NO_TIME_LEFT } from "../payments/decision";
import { shadowPath } from "./shadow-path";

const at = (gateway: string) => ({ ruleId: "every", gateway });
const opened = (gateway: string): GatewayAttempt => ({ ...at(gateway), outcome: "opened" });
const skipped = (gateway: string, message = "its circuit is open"): GatewayAttempt => ({
  ...at(gateway),
  outcome: "skipped",
  message,
});
const failed = (gateway: string): GatewayAttempt => ({
  ...at(gateway),
  outcome: "failed",
  cause: "unavailable",
  message: "down",
});

test.each([
  ["another gateway, of which nothing is known", ["two"], [opened("one")], { kind: "other", gateway: "two" }],
  ["the gateway that took it", ["one"], [opened("one")], { kind: "own", gateway: "one" }],
  [
    "the gateway that took it after one that was skipped, under either rules",
    ["two", "one"],
    [skipped("two"), opened("one")],
    { kind: "own", gateway: "one" },
  ],
  [
    "the gateway that took it, although the rules in force tried another one first",
    ["two"],
    [failed("one"), opened("two")],
    { kind: "own", gateway: "two" },
  ],
  [
    "the next gateway of the candidate rules after one that failed",
    ["two", "three"],
    [failed("two"), opened("one")],
    { kind: "other", gateway: "three" },
  ],
  ["none, where each was skipped", ["two", "one"], [skipped("one"), skipped("two")], { kind: "none" }],
  [
    "a gateway that was skipped because those before it had taken too long",
    ["two", "one"],
    [failed("one"), skipped("two", NO_TIME_LEFT)],
    { kind: "other", gateway: "two" },
  ],
] as const)("under the candidate rules a payment goes to %s", (_, order, attempts, path) => {
  expect(shadowPath(order, attempts)).toEqual(path);
});
