import type { RoutingClient } from "../../routing-client/client";
import type { Services } from "../../runtime";

/** `joinUntil` is in the time of `elapsedMs`. */
type Shared = { lookup: Promise<unknown>; joinUntil: number };
type SharedByName = Map<string, Shared>;

const MAX_KEPT = 1_000;

const KEY = Symbol.for("paydeck.dashboard.refund-lookups");
type Holder = { [KEY]?: WeakMap<RoutingClient, SharedByName> };

/**
 * Shares concurrent lookups of one refund by many viewers: lookups of one name share one call, whose result is reused
 * for `keepMs` more. A call older than `joinMs` is not joined any more, and the next lookup starts another. Stored on
 * `globalThis`, because pages and handlers have separate module instances, and separately for each service.
 */
export function shareRefundLookup<T>(
  services: Services,
  name: string,
  look: () => Promise<T>,
  { keepMs = 0, joinMs = Number.POSITIVE_INFINITY }: { keepMs?: number; joinMs?: number },
): Promise<T> {
  const now = services.elapsedMs;
  const kept = keptFor(services.routing);
  const earlier = kept.get(name);
  // One name always has one type.
  if (earlier !== undefined && now() < earlier.joinUntil) return earlier.lookup as Promise<T>;

  const lookup = look();
  const shared: Shared = { lookup, joinUntil: now() + joinMs };
  kept.set(name, shared);
  const forget = (): void => {
    if (kept.get(name) === shared) kept.delete(name);
  };
  lookup.then(() => (keepMs > 0 ? (shared.joinUntil = now() + keepMs) : forget()), forget);
  if (kept.size > MAX_KEPT) forgetOld(kept, now());
  return lookup;
}

function keptFor(routing: RoutingClient): SharedByName {
  const holder = globalThis as Holder;
  holder[KEY] ??= new WeakMap();
  const known = holder[KEY].get(routing);
  if (known !== undefined) return known;
  const fresh: SharedByName = new Map();
  holder[KEY].set(routing, fresh);
  return fresh;
}

function forgetOld(kept: SharedByName, now: number): void {
  for (const [name, { joinUntil }] of kept) {
    if (joinUntil <= now) kept.delete(name);
  }
}
