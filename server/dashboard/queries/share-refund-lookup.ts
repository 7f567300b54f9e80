import type { RefundLookup } from "@/lib/views";
import type { RoutingClient } from "../routing-client/client";
import type { Services } from "../runtime";

type Shared = { lookup: Promise<RefundLookup>; keepUntil: number };
type SharedByRefund = Map<string, Shared>;

const KEEP_MS = 1_000;
const MAX_KEPT = 1_000;

const KEY = Symbol.for("paydeck.dashboard.refund-lookups");
type Holder = { [KEY]?: WeakMap<RoutingClient, SharedByRefund> };

/**
 * Many people may watch one refund: looks at the same moment share one call, and its answer serves for a second. Kept on
 * `globalThis`, since pages and handlers have modules of their own, and apart for each service.
 */
export function shareRefundLookup(
  services: Services,
  refundId: string,
  look: () => Promise<RefundLookup>,
): Promise<RefundLookup> {
  const now = () => services.clock.now().getTime();
  const kept = keptFor(services.routing);
  const earlier = kept.get(refundId);
  if (earlier !== undefined && now() < earlier.keepUntil) return earlier.lookup;

  const shared: Shared = { lookup: look(), keepUntil: Number.POSITIVE_INFINITY };
  kept.set(refundId, shared);
  shared.lookup.then(
    () => (shared.keepUntil = now() + KEEP_MS),
    () => kept.delete(refundId),
  );
  if (kept.size > MAX_KEPT) forgetOld(kept, now());
  return shared.lookup;
}

function keptFor(routing: RoutingClient): SharedByRefund {
  const holder = globalThis as Holder;
  holder[KEY] ??= new WeakMap();
  const known = holder[KEY].get(routing);
  if (known !== undefined) return known;
  const fresh: SharedByRefund = new Map();
  holder[KEY].set(routing, fresh);
  return fresh;
}

function forgetOld(kept: SharedByRefund, now: number): void {
  for (const [refundId, { keepUntil }] of kept) {
    if (keepUntil <= now) kept.delete(refundId);
  }
}
