import { z } from "zod";
import { addJob } from "@/server/platform/add-job";
import { type AsyncEvent, createAsyncEvent } from "@/server/platform/async-event";
import type { Heartbeat } from "@/server/platform/job-heartbeat";
import { type Jobs, startJobs } from "@/server/platform/jobs";
import { DELIVER_WEBHOOKS, RETRY_WEBHOOKS } from "../store/webhooks/webhook-tasks";
import { deliverWebhooks, type Lane } from "../usecases/webhooks/deliver-webhooks";
import type { Deps } from "../usecases/deps";

const endpointKeySchema = z.object({ merchantId: z.number().int(), endpointId: z.string() });

/** An endpoint that is being sent to holds one of them, however many requests it has. */
const PROMPT_WORKERS = 24;
const PATIENT_WORKERS = 6;
/** For a wait of a second or more, a slightly late end is harmless. */
const POLL_EVERY_MS = 250;

/**
 * Separate workers for webhooks, so that no receiver can delay a refund; and among them, separate ones for endpoints
 * that keep failing (decision 0015).
 */
export async function startWebhookWorkers(deps: Deps, heartbeat: Heartbeat): Promise<Jobs[]> {
  return [
    await startLane(deps, heartbeat, { task: DELIVER_WEBHOOKS, lane: "prompt", concurrency: PROMPT_WORKERS }),
    await startLane(deps, heartbeat, { task: RETRY_WEBHOOKS, lane: "patient", concurrency: PATIENT_WORKERS }),
  ];
}

/** The share of a lane that one merchant's endpoints may use: slow ones that do respond never count as struggling. */
const SHARE_OF_A_MERCHANT = 2 / 3;
const LATER_MS = 1_000;

async function startLane(
  deps: Deps,
  heartbeat: Heartbeat,
  { task, lane, concurrency }: { task: string; lane: Lane; concurrency: number },
): Promise<Jobs> {
  const share = Math.floor(concurrency * SHARE_OF_A_MERCHANT);
  const held = new Map<number, number>();
  /** The endpoints that this process is sending to. `hasOthersJobs`: further jobs ended by waking the sender. */
  const senders = new Map<string, { woken: AsyncEvent; hasOthersJobs: boolean }>();
  let isStopping = false;

  const deliver = async (payload: unknown): Promise<void> => {
    const key = endpointKeySchema.parse(payload);
    const id = `${key.merchantId}:${key.endpointId}`;
    const present = senders.get(id);
    if (present !== undefined) {
      // Its sender looks once more before it ends.
      present.hasOthersJobs = true;
      present.woken.set();
      return;
    }
    const count = held.get(key.merchantId) ?? 0;
    if (count >= share) {
      // One job per endpoint, however many events are pending for it.
      await addJob(deps.pool, task, key, {
        delayMs: LATER_MS,
        key: `${task}-later:${id}`,
        isRecurring: true,
      });
      return;
    }
    held.set(key.merchantId, count + 1);
    const sender = { woken: createAsyncEvent(), hasOthersJobs: false };
    senders.set(id, sender);
    let isMore = false;
    try {
      isMore = await deliverWebhooks(deps, key, lane, {
        woken: sender.woken,
        isStopping: () => isStopping,
      });
    } catch (error) {
      // Its own job is tried again, unless another process has taken it over; without the database the sweep finds them.
      if (sender.hasOthersJobs) await addJob(deps.pool, task, key).catch(() => undefined);
      throw error;
    } finally {
      senders.delete(id);
      const left = (held.get(key.merchantId) ?? 1) - 1;
      if (left === 0) held.delete(key.merchantId);
      else held.set(key.merchantId, left);
    }
    // Behind the jobs of other endpoints, and not for the sender that has just ended.
    if (isMore || sender.woken.isSet) await addJob(deps.pool, task, key);
  };

  const jobs = await startJobs({
    pool: deps.sessions,
    heartbeat,
    logger: deps.logger,
    concurrency,
    pollEveryMs: POLL_EVERY_MS,
    onJobDone: (done, outcome, seconds) => deps.metrics.jobDone(done, outcome, seconds),
    handlers: { [task]: deliver },
  });
  return {
    ...jobs,
    stop() {
      isStopping = true;
      return jobs.stop();
    },
  };
}
