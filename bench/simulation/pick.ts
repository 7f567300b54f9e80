/** Draws an index so that each comes up as often as its weight says. */
export function picker(weights: readonly number[], random: () => number): () => number {
  let sum = 0;
  const upTo = weights.map((weight) => (sum += weight));
  return () => {
    const wanted = random() * sum;
    let [low, high] = [0, upTo.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((upTo[middle] ?? 0) > wanted) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}

/** The time until the next of random, independent events, or the length of work whose lengths vary likewise. */
export function exponential(meanMs: number, random: () => number): number {
  return -meanMs * Math.log(1 - random());
}
