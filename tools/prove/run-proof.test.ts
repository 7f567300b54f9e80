import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { systemClock } from "@/server/platform/clock";
import { createLogger } from "@/server/platform/log";
import type { Proof } from "./proof";
import { runProof } from "./run-proof";

const OPTIONS = {
  isLong: false,
  seed: 7,
  minutes: null,
  clock: systemClock,
  logger: createLogger("test", "silent"),
  postgres: () => Promise.reject(new Error("not here")),
  log: () => undefined,
  isStopping: () => false,
};

const proofOf = (run: Proof<{ rounds: number }>["run"]): Proof => {
  const proof: Proof<{ rounds: number }> = {
    name: "sample",
    title: "Sample",
    clause: "Something holds.",
    short: { rounds: 1 },
    long: { rounds: 100 },
    run,
  };
  return proof;
};

test("a run gets the requested size, and the same choices for the same seed", async () => {
  const drawn: number[] = [];
  const proof = proofOf((ctx) => {
    drawn.push(ctx.random.whole(0, 1_000_000));
    return Promise.resolve({ figures: { rounds: ctx.size.rounds }, anomalies: [] });
  });
  expect((await runProof(proof, OPTIONS)).outcome.figures).toEqual({ rounds: 1 });
  expect((await runProof(proof, { ...OPTIONS, isLong: true })).outcome.figures).toEqual({ rounds: 100 });
  expect(drawn[0]).toBe(drawn[1]);
});

test("a proof that throws is an anomaly, and all that it started is undone, the latest first", async () => {
  const undone: string[] = [];
  let folder = "";
  const { outcome } = await runProof(
    proofOf((ctx) => {
      folder = ctx.folder;
      ctx.onEnd(() => void undone.push("first"));
      ctx.onEnd(() => {
        undone.push("second");
        throw new Error("stuck");
      });
      throw new Error("no such luck");
    }),
    OPTIONS,
  );
  expect(outcome.anomalies[0]).toContain("no such luck");
  expect(outcome.anomalies[1]).toBe("could not be undone: stuck");
  expect(undone).toEqual(["second", "first"]);
  expect(existsSync(folder)).toBe(false);
});

test("time is up once the end was requested", async () => {
  let isStopping = false;
  const { outcome } = await runProof(
    proofOf((ctx) => {
      const before = ctx.hasTime();
      isStopping = true;
      return Promise.resolve({
        figures: { before: String(before), after: String(ctx.hasTime()) },
        anomalies: [],
      });
    }),
    { ...OPTIONS, isStopping: () => isStopping },
  );
  expect(outcome.figures).toEqual({ before: "true", after: "false" });
});
