/** The distribution of measured durations. */
type Distribution = { count: number; medianMs: number; p95Ms: number; longestMs: number };

/** All zeros when there are none. */
export function distributionOf(durationsMs: readonly number[]): Distribution {
  const sorted = [...durationsMs].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
  return { count: sorted.length, medianMs: at(0.5), p95Ms: at(0.95), longestMs: at(1) };
}

/** For a proof's figures: "median 1.2 s, 95 % within 3.4 s, longest 5.0 s". */
export function inSeconds({ medianMs, p95Ms, longestMs }: Distribution): string {
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  return `median ${seconds(medianMs)}, 95 % within ${seconds(p95Ms)}, longest ${seconds(longestMs)}`;
}
