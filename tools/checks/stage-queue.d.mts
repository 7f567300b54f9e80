type Order = { name: string; needs?: string; after?: string };

export function takeFrom<S extends Order>(
  stages: readonly S[],
  atOnce: number,
  run: (stage: S) => Promise<void>,
): Promise<void>;
