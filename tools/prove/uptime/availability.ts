import type { Part } from "./parts";
import type { Probe, Sample } from "./probe";
import type { News } from "./starter";

export type Kill = { part: Part; atMs: number };
type Span = { fromMs: number; toMs: number };

/**
 * The share of the time in which it responded, from 0 to 1: each request counts for the time until the next one began.
 */
export function shareAnswered(samples: readonly Sample[]): number {
  let answeredMs = 0;
  let allMs = 0;
  samples.forEach(({ fromMs, toMs, outcome }, index) => {
    const forMs = (samples[index + 1]?.fromMs ?? toMs) - fromMs;
    allMs += forMs;
    if (outcome.kind === "answered") answeredMs += forMs;
  });
  return allMs === 0 ? 0 : answeredMs / allMs;
}

/**
 * From a kill, or from when the starter reports a part as down, until it reports it as back; unfinished ones have no
 * end.
 */
export function restartsOf(part: Part, kills: readonly Kill[], news: readonly News[]): Span[] {
  const of = <T extends { part: Part; atMs: number }>(all: readonly T[]): T[] =>
    all.filter((one) => one.part === part);
  const moments = [
    ...of(kills).map(({ atMs }) => ({ atMs, isBack: false })),
    ...of(news).map(({ atMs, kind }) => ({ atMs, isBack: kind === "back" })),
  ].sort((a, b) => a.atMs - b.atMs);
  const spans: Span[] = [];
  let since: number | null = null;
  for (const { atMs, isBack } of moments) {
    if (!isBack) since ??= atMs;
    else if (since !== null) {
      spans.push({ fromMs: since, toMs: atMs });
      since = null;
    }
  }
  return since === null ? spans : [...spans, { fromMs: since, toMs: Infinity }];
}

/** Requests during no restart of anything they need, and how many of them got a response. */
export function apartFromRestarts(
  { samples, needs }: Probe,
  kills: readonly Kill[],
  news: readonly News[],
): { requests: number; answered: number } {
  const restarts = needs.flatMap((part) => restartsOf(part, kills, news));
  const undisturbed = samples.filter(
    (sample) => !restarts.some(({ fromMs, toMs }) => sample.fromMs <= toMs && sample.toMs >= fromMs),
  );
  const answered = undisturbed.filter(({ outcome }) => outcome.kind === "answered").length;
  return { requests: undisturbed.length, answered };
}

/** How long the part did not respond after a kill; null when it never did again. */
export function downMs({ atMs }: Kill, { samples }: Probe): number | null {
  const first = samples.find(({ fromMs, outcome }) => fromMs >= atMs && outcome.kind === "answered");
  return first === undefined ? null : first.toMs - atMs;
}
