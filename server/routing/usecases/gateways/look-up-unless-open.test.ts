import { expect, test } from "vitest";
import { createLogger } from "@/server/platform/log";
import { GatewayRecordUnknown, GatewayUnavailable } from "../../gateway/port";
import { GatewayCalls } from "./gateway-calls";
import type { Place } from "./gateway-of";
import { lookUpUnlessOpen } from "./look-up-unless-open";

const place: Place = { merchantId: 1, gateway: "stripe", gatewayAccount: null };
const polls = { canWait: true };
const asked = { canWait: false };

function process() {
  let atMs = Date.parse("2026-01-02T00:00:00Z");
  const deps = {
    gatewayCalls: new GatewayCalls(),
    circuit: { failures: 3, windowMs: 60_000, openMs: 30_000, trialLeaseMs: 15_000 },
    clock: { now: () => new Date(atMs) },
    logger: createLogger("test", "silent"),
  };
  const made = { calls: 0 };
  const lookUp = (how: { canWait: boolean }, error?: Error, at = place): Promise<string> =>
    lookUpUnlessOpen(deps, at, how, () => {
      made.calls += 1;
      return error === undefined ? Promise.resolve("open") : Promise.reject(error);
    }).then(
      (run) => (run.kind === "busy" ? "not made" : run.value),
      () => "failed",
    );
  return { lookUp, made, later: (ms: number) => (atMs += ms) };
}
const down = new GatewayUnavailable("no answer");

test("a gateway that does not respond is polled by one poll at a time, after longer and longer pauses", async () => {
  const { lookUp, made, later } = process();
  for (let poll = 0; poll < 3; poll += 1) expect(await lookUp(polls, down)).toBe("failed");
  expect(await lookUp(polls)).toBe("not made");

  later(30_000);
  expect(await Promise.all([lookUp(polls, down), lookUp(polls), lookUp(polls)])).toEqual([
    "failed",
    "not made",
    "not made",
  ]);
  later(30_000);
  expect(await lookUp(polls)).toBe("not made");
  later(30_000);
  expect(await lookUp(polls)).toBe("open");
  expect(await lookUp(polls)).toBe("open");
  expect(made.calls).toBe(6);
});

test("a lookup that a notification asks for is made all the same, and its answer lets the polls go on", async () => {
  const { lookUp } = process();
  for (let poll = 0; poll < 3; poll += 1) await lookUp(polls, down);
  expect(await lookUp(polls)).toBe("not made");
  expect(await lookUp(asked)).toBe("open");
  expect(await lookUp(polls)).toBe("open");
});

test("what a gateway says of one record is an answer; another account has its own polls", async () => {
  const { lookUp } = process();
  for (let poll = 0; poll < 9; poll += 1) await lookUp(polls, new GatewayRecordUnknown("no such session"));
  expect(await lookUp(polls)).toBe("open");
  const own = { ...place, gatewayAccount: 7 };
  for (let poll = 0; poll < 3; poll += 1) await lookUp(polls, down, own);
  expect(await lookUp(polls, undefined, own)).toBe("not made");
  expect(await lookUp(polls)).toBe("open");
});
