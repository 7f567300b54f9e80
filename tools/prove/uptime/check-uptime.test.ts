import { expect, test } from "vitest";
import { checkUptime, type Seen } from "./check-uptime";
import type { Part } from "./parts";
import type { Outcome, Probe, Sample } from "./probe";

/** One request per second. */
const sample = (second: number, outcome: Outcome): Sample => ({
  fromMs: second * 1_000,
  toMs: second * 1_000 + 100,
  outcome,
});
/** Five minutes of requests, failing between two moments. */
const probe = (part: Part, downFrom: number, downTo: number): Probe => ({
  name: part,
  part,
  needs: [part],
  samples: Array.from({ length: 300 }, (_, second) =>
    sample(second, { kind: second >= downFrom && second < downTo ? "unavailable" : "answered" }),
  ),
});
const well: Seen = {
  kills: [{ part: "routing", atMs: 10_000 }],
  news: [
    { part: "routing", kind: "down", atMs: 10_050 },
    { part: "routing", kind: "back", atMs: 14_000 },
  ],
  probes: [probe("routing", 10, 14), probe("dashboard", 0, 0)],
  acknowledged: [{ what: "refund R", isPresent: true }],
  endedEarly: null,
  stopped: { how: "SIGINT", isInOrder: true, seconds: 1, left: [] },
};

test("a part that is back after a kill is as it should be", () => {
  expect(checkUptime(well)).toEqual([]);
});

test("a part that takes longer than a minute, or never comes back, is named", () => {
  expect(checkUptime({ ...well, probes: [probe("routing", 10, 75)] })).toEqual([
    "routing did not answer for 65 s after a kill of the routing service",
  ]);
  expect(checkUptime({ ...well, news: well.news.slice(0, 1), probes: [probe("routing", 10, 300)] })).toEqual([
    "routing never answered again after a kill of the routing service",
    "npm start never said that the routing service is back",
  ]);
});

test("a part that is killed again before it could come back gets its minute from then", () => {
  const kills = [10, 60].map((second) => ({ part: "routing" as const, atMs: second * 1_000 }));
  const news = well.news.map((one) => (one.kind === "back" ? { ...one, atMs: 100_000 } : one));
  expect(checkUptime({ ...well, kills, news, probes: [probe("routing", 10, 100)] })).toEqual([]);
});

test("what needs a part that was killed must be back as well, and waits for it after a restart of its own", () => {
  const kills = [
    { part: "routing", atMs: 10_000 },
    { part: "database", atMs: 60_000 },
  ] as const;
  const news = [...well.news, { part: "database", kind: "back", atMs: 61_000 } as const];
  const needs = ["routing", "database"] as const;
  const of = (downTo: number): Seen => ({
    ...well,
    kills,
    news,
    probes: [{ ...probe("routing", 10, downTo), needs }],
  });
  expect(checkUptime(of(100))).toEqual([]);
  expect(checkUptime(of(300))).toEqual(["routing never answered again after a kill of the database"]);
});

test("a start that gives up is named, without what follows from it", () => {
  const gaveUp = {
    ...well,
    endedEarly: "it ended with code 1",
    stopped: null,
    probes: [probe("routing", 10, 300)],
  };
  expect(checkUptime(gaveUp)).toEqual(["npm start gave up: it ended with code 1"]);
});

test("wrong answers, what is lost, a disorderly end and what it leaves are named", () => {
  const wrong: Outcome = { kind: "wrong", what: "500 no" };
  const left = [{ pid: 7, parent: 1, command: ["postgres", "-D"], identity: "7" }];
  expect(
    checkUptime({
      ...well,
      probes: [
        {
          ...probe("routing", 10, 14),
          samples: [sample(1, wrong), sample(2, wrong), ...probe("routing", 10, 14).samples.slice(3)],
        },
      ],
      acknowledged: [{ what: "refund R", isPresent: false }],
      stopped: { how: "SIGINT: it ended with code 1", isInOrder: false, seconds: 1, left },
    }),
  ).toEqual([
    "routing was answered neither with success nor with 503, 2 times: 500 no",
    "refund R was acknowledged and is gone",
    "npm start did not end in order: SIGINT: it ended with code 1",
    "npm start left a process: 7 postgres -D",
  ]);
});
