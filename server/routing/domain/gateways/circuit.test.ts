import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  afterResponse,
  afterFailure,
  type Circuit,
  type CircuitSettings,
  claimTrial,
  CLEAN,
  isClean,
  permissionOf,
} from "./circuit";

const settings: CircuitSettings = { failures: 3, windowMs: 10_000, openMs: 1_000, trialLeaseMs: 500 };
const at = (ms: number): Date => new Date(1_000_000 + ms);
const fail = (circuit: Circuit, ...times: number[]): Circuit =>
  times.reduce((seen, ms) => afterFailure(seen, null, at(ms), settings), circuit);
const opened = fail(CLEAN, 0, 1, 2);
/** Claims the trial at a time when it is due. */
function trialOf(circuit: Circuit, ms: number) {
  const claim = claimTrial(circuit, at(ms), settings);
  if (claim === null) throw new Error("no trial is due");
  return claim;
}

describe("closed", () => {
  test("it opens at the configured number of failures in a row, for the configured pause", () => {
    expect(fail(CLEAN, 0, 1)).toMatchObject({ state: "closed" });
    expect(opened).toEqual({ state: "open", openings: 1, openedAt: at(2), nextTrialAt: at(1_002) });
  });

  test("an answer in between starts the count again, and a refusal is an answer", () => {
    const answered = afterResponse(fail(CLEAN, 0, 1), null);
    expect(isClean(answered)).toBe(true);
    expect(fail(answered, 2, 3)).toMatchObject({ state: "closed" });
  });

  test("failures count only within the window", () => {
    expect(fail(CLEAN, 0, 1, 10_000)).toEqual({ state: "closed", failures: [at(1), at(10_000)] });
    expect(fail(CLEAN, 0, 1, 9_999)).toMatchObject({ state: "open" });
  });
});

describe("open", () => {
  test("it is skipped until its pause is over, and says until when", () => {
    expect(permissionOf(opened, at(1_001))).toEqual({
      kind: "skip",
      reason: `circuit open until ${at(1_002).toISOString()}`,
    });
    expect(claimTrial(opened, at(1_001), settings)).toBeNull();
    expect(permissionOf(opened, at(1_002))).toEqual({ kind: "trial" });
  });

  test("what payments from before it opened still report changes nothing", () => {
    expect(afterResponse(opened, null)).toBe(opened);
    expect(fail(opened, 3)).toBe(opened);
  });
});

describe("half open", () => {
  const trial = trialOf(opened, 1_002);

  test("while one tries, all others are skipped", () => {
    expect(claimTrial(trial.circuit, at(1_003), settings)).toBeNull();
    expect(permissionOf(trial.circuit, at(1_003))).toMatchObject({ kind: "skip" });
  });

  test("the trial's answer closes it; others' answers and failures do not count", () => {
    expect(afterResponse(trial.circuit, trial.ticket)).toEqual(CLEAN);
    expect(afterResponse(trial.circuit, null)).toBe(trial.circuit);
    expect(fail(trial.circuit, 1_010)).toBe(trial.circuit);
  });

  test("a trial that never reports is followed by another when its lease ends, and then reports in vain", () => {
    const next = trialOf(trial.circuit, 1_502);
    expect(afterResponse(next.circuit, trial.ticket)).toBe(next.circuit);
    expect(afterFailure(next.circuit, trial.ticket, at(1_510), settings)).toBe(next.circuit);
    expect(afterResponse(next.circuit, next.ticket)).toEqual(CLEAN);
  });

  test("a trial that fails opens it again, for pauses that double up to sixteen times the first", () => {
    let circuit = opened;
    const pauses: number[] = [];
    for (let i = 0; i < 7; i += 1) {
      if (circuit.state !== "open") throw new Error(circuit.state);
      pauses.push(circuit.nextTrialAt.getTime() - circuit.openedAt.getTime());
      const claim = claimTrial(circuit, circuit.nextTrialAt, settings);
      if (claim === null) throw new Error("no trial was due");
      circuit = afterFailure(claim.circuit, claim.ticket, circuit.nextTrialAt, settings);
    }
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 16_000, 16_000]);
  });
});

test("whatever happens in whatever order, a gateway is never skipped for good, and failures kept are bounded (property)", () => {
  const step = fc.record({
    kind: fc.constantFrom("answer", "failure", "claim"),
    waitMs: fc.integer({ min: 0, max: 5_000 }),
    asTrial: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let circuit = CLEAN;
      let ticket: { until: Date } | null = null;
      let now = 0;
      for (const { kind, waitMs, asTrial } of steps) {
        now += waitMs;
        const shown = asTrial ? ticket : null;
        if (kind === "answer") circuit = afterResponse(circuit, shown);
        else if (kind === "failure") circuit = afterFailure(circuit, shown, at(now), settings);
        else {
          const claim = claimTrial(circuit, at(now), settings);
          if (claim !== null) ({ circuit, ticket } = claim);
        }
        if (circuit.state === "closed") expect(circuit.failures.length).toBeLessThan(settings.failures);
      }
      const longest = settings.openMs * 16 + settings.trialLeaseMs;
      expect(permissionOf(circuit, at(now + longest)).kind).not.toBe("skip");
    }),
  );
});
