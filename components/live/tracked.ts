type Polled = { kind: string };

/**
 * What a polling page knows: the newest result, and the newest that found its subject. While the service is unavailable
 * the second stays on the screen, and the first says that it may be stale.
 */
export type Tracked<A extends Polled> = {
  response: A;
  known: Extract<A, { kind: "found" }> | null;
};

/** Only a service error keeps the last known state; any other result replaces it. */
export function track<A extends Polled>(previous: Tracked<A> | undefined, response: A): Tracked<A> {
  if (isFound(response)) return { response, known: response };
  return { response, known: response.kind === "service_error" ? (previous?.known ?? null) : null };
}

function isFound<A extends Polled>(response: A): response is Extract<A, { kind: "found" }> {
  return response.kind === "found";
}
