/** A generator of numbers from 0 up to 1, the same for the same seed. */
export function randomFrom(seed: number): () => number;

export function normal(random: () => number): number;
