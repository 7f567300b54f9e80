import { AsyncLocalStorage } from "node:async_hooks";

/** When to retry one request, if it was refused for now. */
type RetryNote = { seconds: number | null };

const SHARED = Symbol.for("paydeck.retry-after");
const shared = globalThis as { [SHARED]?: AsyncLocalStorage<RetryNote> };

/** One for the whole process: Next bundles this module separately for pages and for route handlers. */
const current = (shared[SHARED] ??= new AsyncLocalStorage<RetryNote>());

/**
 * Makes the response to the present request a 429 with this Retry-After (seconds), whatever its body: neither a server
 * action nor next-auth can set a status itself. Outside a request it does nothing.
 */
export function setRetryAfter(seconds: number): void {
  const note = current.getStore();
  if (note !== undefined) note.seconds = Math.max(1, Math.ceil(seconds));
}

export function withRetryNote<T>(work: (note: Readonly<RetryNote>) => T): T {
  const note: RetryNote = { seconds: null };
  return current.run(note, () => work(note));
}
