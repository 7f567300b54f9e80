import { type AsyncEvent, createAsyncEvent } from "@/server/platform/async-event";
import { workDueRows } from "@/server/platform/due-rows/work-due-rows";
import type { Jobs } from "@/server/platform/run-job";
import { type EndpointKey, findDueEndpoints, WEBHOOK_DELIVERIES } from "../store/webhooks/due-endpoints";
import { deliverWebhooks, type Lane } from "../usecases/webhooks/deliver-webhooks";
import type { Deps } from "../usecases/deps";

/** An endpoint that is being sent to holds one of them, however many requests it has. */
const SENDERS: Record<Lane, number> = { prompt: 24, patient: 6 };
/** The share of a lane that one merchant's endpoints may use: slow ones that do respond never count as struggling. */
const SHARE_OF_A_MERCHANT = 2 / 3;
/** How many due endpoints one look returns; those that were sent to longest ago come first. */
const MOST_LOOKED_AT = 1_000;
/** How long an endpoint is left alone whose deliveries may not be sent now, or could not be, in milliseconds. */
const BLOCKED_MS = 250;
const FAILED_MS = 15_000;

/**
 * Separate senders for webhooks, so that no receiver can delay a refund; and among them, separate ones for endpoints
 * that keep failing (decision 0015).
 */
export function startWebhookWorkers(deps: Deps): Jobs[] {
  return [startLane(deps, "prompt", "deliver-webhooks"), startLane(deps, "patient", "retry-webhooks")];
}

type Endpoint = EndpointKey & { origin: null };

function startLane(deps: Deps, lane: Lane, task: string): Jobs {
  /** The endpoints that this process is sending to, and what tells each sender that more is due. */
  const senders = new Map<string, AsyncEvent>();
  const heldOf = new Map<number, number>();
  const restUntil = new Map<string, number>();
  const endedAt = new Map<string, number>();
  let isStopping = false;

  const take = async (): Promise<Endpoint[]> => {
    const due = await findDueEndpoints(deps.pool, {
      now: deps.clock.now(),
      isStruggling: lane === "patient",
      limit: MOST_LOOKED_AT,
    });
    const now = performance.now();
    for (const [id, until] of restUntil) if (until <= now) restUntil.delete(id);
    for (const endpoint of due) senders.get(idOf(endpoint))?.set();
    const next = due
      .filter((endpoint) => !senders.has(idOf(endpoint)) && !restUntil.has(idOf(endpoint)))
      .sort((one, other) => (endedAt.get(idOf(one)) ?? 0) - (endedAt.get(idOf(other)) ?? 0));
    const taken: Endpoint[] = [];
    for (const { merchantId, endpointId } of next) {
      const held = heldOf.get(merchantId) ?? 0;
      if (senders.size >= SENDERS[lane]) break;
      if (held >= Math.floor(SENDERS[lane] * SHARE_OF_A_MERCHANT)) continue;
      heldOf.set(merchantId, held + 1);
      senders.set(idOf({ merchantId, endpointId }), createAsyncEvent());
      taken.push({ merchantId, endpointId, origin: null });
    }
    // It need only be known of those that wait.
    if (next.length === 0) endedAt.clear();
    return taken;
  };

  const work = async (endpoint: Endpoint): Promise<void> => {
    const id = idOf(endpoint);
    const woken = senders.get(id) ?? createAsyncEvent();
    let restMs = FAILED_MS;
    try {
      const ended = await deliverWebhooks(deps, endpoint, lane, { woken, isStopping: () => isStopping });
      restMs = ended === "blocked" ? BLOCKED_MS : 0;
    } finally {
      const now = performance.now();
      senders.delete(id);
      const left = (heldOf.get(endpoint.merchantId) ?? 1) - 1;
      if (left === 0) heldOf.delete(endpoint.merchantId);
      else heldOf.set(endpoint.merchantId, left);
      endedAt.set(id, now);
      if (restMs > 0) restUntil.set(id, now + restMs);
    }
  };

  const jobs = workDueRows<EndpointKey, Endpoint>({
    // Claims are those of the deliveries, under leases of their own.
    rows: {
      table: WEBHOOK_DELIVERIES,
      take,
      extend: () => Promise.resolve(),
      release: () => Promise.resolve(),
    },
    task,
    pool: deps.pool,
    // Retries come late by design: no announcement of new deliveries is for them.
    sessions: lane === "prompt" ? deps.sessions : null,
    logger: deps.logger,
    onJobDone: (done, outcome, seconds) => deps.metrics.jobDone(done, outcome, seconds),
    shares: {
      free: { most: SENDERS[lane], ofLane: () => SENDERS[lane] },
      hold: (_, call) => call(),
    },
    lanes: [lane],
    laneOf: () => lane,
    work,
  });
  return {
    ...jobs,
    stop() {
      isStopping = true;
      return jobs.stop();
    },
  };
}

const idOf = ({ merchantId, endpointId }: EndpointKey): string => `${merchantId}:${endpointId}`;
