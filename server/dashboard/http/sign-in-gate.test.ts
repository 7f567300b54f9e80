import { describe, expect, it, test } from "vitest";
import { isSignIn, SignInGate } from "./sign-in-gate";

function gateAt() {
  let at = 0;
  const gate = new SignInGate({ now: () => new Date(at) });
  return {
    advance: (ms: number) => (at += ms),
    /** How many of that many requests pass. */
    passed: (network: string, count: number) =>
      Array.from({ length: count }, () => gate.secondsToWait(network)).filter((wait) => wait === null).length,
    wait: (network: string) => gate.secondsToWait(network),
  };
}

describe("a flood of sign-ins", () => {
  it("from one network gets through slowly, and is informed when to come back", () => {
    const gate = gateAt();
    expect(gate.passed("a", 40)).toBe(8);
    expect(gate.wait("a")).toBe(1);
    gate.advance(1_000);
    expect(gate.passed("a", 40)).toBe(3);
    expect(gate.passed("b", 1)).toBe(1);
  });

  it("from many networks is limited in total", () => {
    const gate = gateAt();
    const passed = Array.from({ length: 100 }, (_, network) => gate.passed(String(network), 1));
    expect(passed.reduce((sum, one) => sum + one, 0)).toBe(16);
    gate.advance(1_000);
    expect(gate.passed("new", 20)).toBe(8);
  });

  it("is not let through by a clock that is set back", () => {
    const gate = gateAt();
    expect(gate.passed("a", 40)).toBe(8);
    gate.advance(-60_000);
    expect(gate.passed("a", 40)).toBe(0);
  });
});

test.each([
  ["POST", "/login", true],
  ["POST", "/login/second-factor", true],
  ["POST", "/api/auth/callback/credentials", true],
  ["GET", "/login", false],
  ["POST", "/loginx", false],
  ["POST", "/payments", false],
])("%s %s: %j", (method, path, expected) => {
  expect(isSignIn(method, path)).toBe(expected);
});
