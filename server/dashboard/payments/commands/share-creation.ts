import type { NewPaymentOutcome } from "@/lib/payments/new-payment-view";
import type { Ctx } from "../../context";
import type { RoutingClient } from "../../routing-client/client";

type PendingRequest = Map<string, Promise<NewPaymentOutcome>>;

const KEY = Symbol.for("paydeck.dashboard.creations");
type Holder = { [KEY]?: WeakMap<RoutingClient, PendingRequest> };

/**
 * Submissions of one form at the same moment share one call and its outcome: a service without idempotency keys would
 * answer the second with "Already exists" for the payment that the first created. Stored on `globalThis`, because
 * actions and handlers have separate module instances; across processes the service's idempotency key does the same.
 */
export function shareCreation(
  ctx: Ctx,
  form: { intentId: string; request: object },
  create: () => Promise<NewPaymentOutcome>,
): Promise<NewPaymentOutcome> {
  const pending = pendingFor(ctx.routing);
  const key = JSON.stringify([ctx.actor.userId, form.intentId, form.request]);
  const earlier = pending.get(key);
  if (earlier !== undefined) return earlier;
  const begun = create().finally(() => pending.delete(key));
  pending.set(key, begun);
  return begun;
}

function pendingFor(routing: RoutingClient): PendingRequest {
  const holder = globalThis as Holder;
  holder[KEY] ??= new WeakMap();
  const known = holder[KEY].get(routing);
  if (known !== undefined) return known;
  const fresh: PendingRequest = new Map();
  holder[KEY].set(routing, fresh);
  return fresh;
}
