import { expect, test } from "vitest";
import { randomFrom } from "../routing/random.mjs";
import { exponential } from "./pick";
import { Station } from "./station";

const ARRIVALS = 400_000;
const WORK_MS = 10;

/** The mean wait at so many processors, of which a part is busy on average. */
function meanWait(processors: number, busy: number, workMs: (random: () => number) => number): number {
  const random = randomFrom(1);
  const station = new Station(processors);
  let [at, waited] = [0, 0];
  for (let index = 0; index < ARRIVALS; index += 1) {
    at += exponential(WORK_MS / (processors * busy), random);
    waited += station.startOf(at) - at;
    station.serve(at, workMs(random));
  }
  return waited / ARRIVALS;
}

/** Erlang's C formula: the mean wait in an M/M/c queue. */
function waitByErlang(processors: number, busy: number): number {
  const offered = processors * busy;
  let term = 1;
  let sum = 1;
  for (let index = 1; index < processors; index += 1) {
    term *= offered / index;
    sum += term;
  }
  const all = (term * offered) / processors / (1 - busy);
  return ((all / (sum + all)) * WORK_MS) / (processors * (1 - busy));
}

test.each([
  [1, 0.5],
  [1, 0.9],
  [4, 0.8],
  [8, 0.5],
  [8, 0.9],
  [32, 0.95],
])(
  "%i processors that are busy for %d of the time make arrivals wait as Erlang's C formula says",
  (processors, busy) => {
    const wanted = waitByErlang(processors, busy);
    const measured = meanWait(processors, busy, (random) => exponential(WORK_MS, random));
    expect(measured / wanted).toBeGreaterThan(0.93);
    expect(measured / wanted).toBeLessThan(1.07);
  },
);

test("work of a fixed length makes one processor's arrivals wait half as long, as Pollaczek and Khinchine say", () => {
  const measured = meanWait(1, 0.8, () => WORK_MS);
  expect(measured / (waitByErlang(1, 0.8) / 2)).toBeCloseTo(1, 1);
});

test("after a restart nothing of before is left, and nothing starts earlier", () => {
  const station = new Station(2);
  for (let index = 0; index < 10; index += 1) station.serve(0, 1_000);
  station.restart(100);
  expect([station.startOf(50), station.serve(50, 10), station.startOf(120)]).toEqual([100, 110, 120]);
});
