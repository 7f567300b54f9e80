import { expect, test } from "vitest";
import { evidenceOf } from "./evidence";

test("a run is kept with what it takes to repeat it: machine, date, seed, bound and how far it got", () => {
  const proof = {
    name: "crash",
    title: "Crash",
    clause: "Nothing is lost.",
    short: { processKills: 5 },
    long: { processKills: 2_000 },
    run: () => Promise.reject(new Error("not run here")),
  };
  const text = evidenceOf({
    at: new Date("2026-11-21T18:30:12.000Z"),
    seed: 42,
    isLong: true,
    minutes: 10,
    machine: { cores: 2, memoryGb: 23, node: "v20.20.2", postgres: "18.4" },
    results: [
      {
        proof,
        size: proof.long,
        seconds: 612,
        outcome: { figures: { processKills: 812 }, anomalies: [] },
      },
      { proof, size: proof.short, seconds: 1, outcome: { figures: {}, anomalies: ["one", "two"] } },
    ],
  });
  expect(text.split("\n")).toEqual([
    "### 2026-11-21 18:30 UTC, long, at most 10 minutes each, seed 42",
    "",
    "2 cores, 23 GB, Node v20.20.2, Postgres 18.4.",
    "",
    "| proof | bound | done | took | result |",
    "| --- | --- | --- | --- | --- |",
    "| crash | process kills 2,000 | process kills 812 | 612 s | no anomaly |",
    "| crash | process kills 5 |  | 1 s | **2 anomalies** |",
    "",
  ]);
});
