/** What is kept of many measurements of one kind. */
export type Sample = { count: number; mean: number; variance: number };

export function sampleOf(values: readonly number[]): Sample {
  const count = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { count, mean, variance: squares / (count - 1) };
}

/**
 * Welch's t: by how many standard errors two means differ, whatever their variances. Beyond 4.5 the two differ, as those
 * who look for leaks in cryptographic code have agreed; by chance it is that large once in 150,000 times.
 */
export function welchT(a: Sample, b: Sample): number {
  const error = Math.sqrt(a.variance / a.count + b.variance / b.count);
  return error === 0 ? 0 : (a.mean - b.mean) / error;
}

/** Without the slowest part, where garbage collection and other programs are: they hide a leak and never make one. */
export function withoutSlowest(values: readonly number[], share: number): number[] {
  return [...values].sort((a, b) => a - b).slice(0, Math.ceil(values.length * (1 - share)));
}
