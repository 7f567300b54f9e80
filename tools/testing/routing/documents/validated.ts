/** How many requests and answers were validated against a document. */
export type Counts = { requests: number; responses: number };
/** What tests did with the vendors' documents, by name; null for one that is not in the folder. */
export type Validated = Record<string, Counts | null>;

const counting = new Map<string, Counts[]>();
const missing = new Set<string>();

/** Counts that grow from now on, of one more reader of the document. */
export function countFor(name: string): Counts {
  const counts = { requests: 0, responses: 0 };
  counting.set(name, [...(counting.get(name) ?? []), counts]);
  return counts;
}

export function noteMissing(name: string): void {
  missing.add(name);
}

/** What this thread's tests did so far. */
export function validatedSoFar(): Validated {
  return {
    ...Object.fromEntries([...missing].map((name) => [name, null])),
    ...Object.fromEntries([...counting].map(([name, all]) => [name, sumOf(all)])),
  };
}

/** One line a document, in the order of their names; none where no test wanted one. */
export function validatedLines(ofThreads: readonly Validated[], folder: string): string[] {
  const names = [...new Set(ofThreads.flatMap((one) => Object.keys(one)))].toSorted();
  return names.map((name) => {
    const found = ofThreads.flatMap((one) => one[name] ?? []);
    if (found.length === 0) return `${name}: nothing was validated, because it is not in ${folder}`;
    const { requests, responses } = sumOf(found);
    return `${name}: ${String(requests)} requests and ${String(responses)} answers were validated`;
  });
}

function sumOf(all: readonly Counts[]): Counts {
  return all.reduce(
    (sum, { requests, responses }) => ({
      requests: sum.requests + requests,
      responses: sum.responses + responses,
    }),
    { requests: 0, responses: 0 },
  );
}
