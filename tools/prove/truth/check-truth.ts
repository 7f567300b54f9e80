import { distributionOf } from "../distribution";

/** When an outcome could first be known, and when a system learnt it; null: never. */
export type Learnt = {
  name: string;
  knownAtMs: number;
  learntAtMs: number | null;
  truth: string;
  learnt: string | null;
};

const PROMISED_MS = 60_000;

/** The delays of what was learnt. Clocks of two processes may differ slightly. */
export function lagsOf(all: readonly Learnt[]): number[] {
  return all.flatMap(({ knownAtMs, learntAtMs }) =>
    learntAtMs === null ? [] : [Math.max(0, learntAtMs - knownAtMs)],
  );
}

/** Every outcome is learnt correctly, and 95 of 100 within a minute. */
export function checkTruth(who: string, all: readonly Learnt[]): string[] {
  const never = all.filter(({ learntAtMs }) => learntAtMs === null);
  const wrong = all.filter(({ learntAtMs, truth, learnt }) => learntAtMs !== null && learnt !== truth);
  const { p95Ms } = distributionOf(lagsOf(all));
  return [
    ...never.map(({ name }) => `${who} never learnt what became of ${name}`),
    ...wrong.map(({ name, truth, learnt }) => `${who} says ${learnt} of ${name}, which is ${truth}`),
    ...(p95Ms > PROMISED_MS ? [`${who}: 95 % took ${Math.round(p95Ms / 1000)} s, more than a minute`] : []),
  ];
}
