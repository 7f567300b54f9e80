type Answer = { kind: string };

/**
 * What a page that keeps looking knows: the newest answer, and the newest one that found what it looked for. While the
 * service is away the second stays on the screen, and the first says that it may be out of date.
 */
export type Tracked<A extends Answer> = {
  answer: A;
  known: Extract<A, { kind: "found" }> | null;
};

/** Only trouble leaves the last known state standing; any other answer replaces it. */
export function track<A extends Answer>(previous: Tracked<A> | undefined, answer: A): Tracked<A> {
  if (isFound(answer)) return { answer, known: answer };
  return { answer, known: answer.kind === "trouble" ? (previous?.known ?? null) : null };
}

function isFound<A extends Answer>(answer: A): answer is Extract<A, { kind: "found" }> {
  return answer.kind === "found";
}
