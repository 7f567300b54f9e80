/** The statistics of the measurements of one kind. */
type Sample = { count: number; mean: number; variance: number };

export function sampleOf(values: readonly number[]): Sample {
  const count = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { count, mean, variance: squares / (count - 1) };
}

/**
 * Welch's t: by how many standard errors two means differ, whatever their variances. The threshold 4.5 is customary in
 * tests of cryptographic code for leaks; by chance it is exceeded once in 150,000 times.
 */
export function welchT(a: Sample, b: Sample): number {
  const error = Math.sqrt(a.variance / a.count + b.variance / b.count);
  return error === 0 ? 0 : (a.mean - b.mean) / error;
}

/**
 * Drops the slowest part, which contains garbage collection and other programs: it can hide a leak but never cause one.
 */
export function withoutSlowest(values: readonly number[], share: number): number[] {
  return [...values].sort((a, b) => a - b).slice(0, Math.ceil(values.length * (1 - share)));
}
