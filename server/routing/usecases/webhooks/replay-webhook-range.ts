import type { WebhookDeliveryStatus } from "@/lib/contract/webhook-constants";
import { err, ok, type Result } from "@/lib/result";
import { inTransaction } from "@/server/platform/transaction";
import { countRange, replayRange } from "../../store/webhooks/webhook-deliveries";
import type { Deps } from "../deps";
import { type EndpointClosed, lockOpenEndpoint, releaseEndpoint } from "./release-webhook-endpoint";

export const MAX_REPLAYED_AT_ONCE = 10_000;
/** 50 a second, so that an endpoint that has just recovered is not overloaded. */
const SPACING_MS = 20;

const NOT_DELIVERED = ["FAILED", "SET_ASIDE"] as const satisfies readonly WebhookDeliveryStatus[];
const ENDED = [...NOT_DELIVERED, "DELIVERED"] as const satisfies readonly WebhookDeliveryStatus[];

export type ReplayRangeRefusal = EndpointClosed | { kind: "too_many" };

/**
 * Replays an endpoint's deliveries of a time span, oldest event first; returns their number. Pending ones are left as
 * they are. All or nothing: a range with too many of them changes nothing.
 */
export async function replayWebhookRange(
  deps: Deps,
  merchantId: number,
  wish: { endpointId: string; from: Date; until: Date; onlyFailed: boolean },
): Promise<Result<number, ReplayRangeRefusal>> {
  return inTransaction(deps.pool, async (db) => {
    const endpoint = await lockOpenEndpoint(db, merchantId, wish.endpointId);
    if (!endpoint.ok) return endpoint;
    const range = { ...wish, statuses: wish.onlyFailed ? NOT_DELIVERED : ENDED };
    const count = await countRange(db, merchantId, range, MAX_REPLAYED_AT_ONCE + 1);
    if (count > MAX_REPLAYED_AT_ONCE) return err({ kind: "too_many" });
    const start = { at: deps.clock.now(), spacingMs: SPACING_MS };
    const replayed = await replayRange(db, merchantId, range, start);
    await releaseEndpoint(db, endpoint.value);
    return ok(replayed);
  });
}
