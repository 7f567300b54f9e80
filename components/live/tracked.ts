type Answer = { kind: string };

/**
 * What a polling page knows: the newest result, and the newest that found its subject. While the service is unavailable
 * the second stays on the screen, and the first says that it may be stale.
 */
export type Tracked<A extends Answer> = {
  answer: A;
  known: Extract<A, { kind: "found" }> | null;
};

/** Only a service error keeps the last known state; any other result replaces it. */
export function track<A extends Answer>(previous: Tracked<A> | undefined, answer: A): Tracked<A> {
  if (isFound(answer)) return { answer, known: answer };
  return { answer, known: answer.kind === "service_error" ? (previous?.known ?? null) : null };
}

function isFound<A extends Answer>(answer: A): answer is Extract<A, { kind: "found" }> {
  return answer.kind === "found";
}
