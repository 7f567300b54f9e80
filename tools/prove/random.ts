/** Choices that a seed reproduces. Not for secrets. */
export type Random = {
  /** At least 0 and below 1. */
  fraction(): number;
  /** At least `from` and at most `to`. */
  whole(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly [T, ...T[]]): T;
  /** Separate choices for a part that runs beside others, so that their order does not matter. */
  fork(name: string): Random;
};

const WORD = 2 ** 32;

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  // Weyl's sequence, mixed so that neighbours seem unrelated.
  const next = (): number => {
    state = (state + 0x9e37_79b9) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85eb_ca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35);
    return (mixed ^ (mixed >>> 16)) >>> 0;
  };
  const fraction = (): number => next() / WORD;
  const whole = (from: number, to: number): number => from + Math.floor(fraction() * (to - from + 1));
  return {
    fraction,
    whole,
    chance: (probability) => fraction() < probability,
    pick: ([first, ...rest]) => {
      const index = whole(0, rest.length);
      return index === 0 ? first : (rest[index - 1] ?? first);
    },
    fork: (name) => createRandom(hashOf(`${seed}/${name}`)),
  };
}

/** The seed of a text (FNV-1a). */
function hashOf(text: string): number {
  let hash = 0x811c_9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x0100_0193);
  return hash >>> 0;
}
