import { AsyncLocalStorage } from "node:async_hooks";

const SHARED = Symbol.for("paydeck.request");
const shared = globalThis as { [SHARED]?: AsyncLocalStorage<string> };

/** One for the whole process: Next bundles this module twice, for pages and for route handlers. */
const current = (shared[SHARED] ??= new AsyncLocalStorage<string>());

/**
 * The id of the current request, null outside of one. It is passed from the dashboard to the service in a header, into
 * jobs in their payload, and on to gateways, so that one search in the logs shows everything.
 */
export function currentRequestId(): string | null {
  return current.getStore() ?? null;
}

/** Runs `work`, and everything that it starts, as part of a request. */
export function withRequestId<T>(requestId: string, work: () => T): T {
  return current.run(requestId, work);
}
