import { setTimeout as sleep } from "node:timers/promises";
import { type AsyncEvent, createAsyncEvent } from "@/server/platform/async-event";
import { inTransaction } from "@/server/platform/transaction";
import { UnreadableSecretError } from "../../domain/keys/unreadable-secret";
import { isStruggling, maxInFlight } from "../../domain/webhooks/webhook-endpoint";
import type { EndpointKey } from "../../store/webhooks/due-endpoints";
import { claimDueDeliveries, type ClaimedDelivery } from "../../store/webhooks/webhook-attempts";
import { setDeliveriesAside } from "../../store/webhooks/webhook-deliveries";
import { lockEndpointToSend } from "../../store/webhooks/webhook-endpoints";
import type { Deps } from "../deps";
import { attemptWebhook, type Attempted, type Destination } from "./attempt-webhook";
import { recordAttempts } from "./record-attempts";
import { openWebhookSecret } from "./webhook-secret";

/** The kind of worker: struggling endpoints are left to the patient ones, so that they delay no others (failure 27). */
export type Lane = "prompt" | "patient";

/** Another endpoint gets the sender after this many, so that a busy endpoint cannot occupy it. */
const MAX_SENT_IN_A_ROW = 200;
const MAX_SET_ASIDE_AT_ONCE = 1_000;

/**
 * The pauses, in milliseconds, between attempts to record what was sent, while the database is away. Less than a lease.
 */
const RECORD_AGAIN_AFTER_MS = [100, 200, 400, 800, 1_600, 3_200];

/** What a sender learns while it works. `woken`: more is due. `isStopping`: the process ends, so nothing more is begun. */
export type SenderSignals = { woken: AsyncEvent; isStopping: () => boolean };
const NO_SIGNALS = (): SenderSignals => ({ woken: createAsyncEvent(), isStopping: () => false });

/**
 * How it ended: `more`: there may be more to send at once; `done`: nothing is due; `blocked`: what is due may not be sent now,
 * because the endpoint is paused, or has as many requests of other processes as it may have.
 */
type Delivered = "more" | "done" | "blocked";

/** `isBusy`: the endpoint has as many requests as it may have. */
type Next =
  | { kind: "send"; destination: Destination; deliveries: readonly ClaimedDelivery[]; isBusy: boolean }
  | { kind: Delivered | "unreadable"; isBusy: boolean };
type Turn = { next: Next; failedAt: Date | null };

/**
 * Sends the due deliveries of one endpoint until none is due: as many at a time as the endpoint may have, and those that end while
 * others are recorded are recorded together. Safe to repeat and to run concurrently: deliveries are claimed under a
 * lease, and only a limited number per endpoint at a time.
 */
export async function deliverWebhooks(
  deps: Deps,
  key: EndpointKey,
  lane: Lane,
  { woken, isStopping }: SenderSignals = NO_SIGNALS(),
): Promise<Delivered> {
  const inFlight = new Set<Promise<void>>();
  const faults: unknown[] = [];
  let ended: Attempted[] = [];
  let failedAt: Date | null = null;
  let left = MAX_SENT_IN_A_ROW;

  const send = (destination: Destination, delivery: ClaimedDelivery): void => {
    const sending: Promise<void> = attemptWebhook(deps, destination, delivery).then(
      (attempted) => {
        ended.push(attempted);
        inFlight.delete(sending);
      },
      (error: unknown) => {
        faults.push(error);
        inFlight.delete(sending);
      },
    );
    inFlight.add(sending);
  };
  const takeTurn = async (limit: number): Promise<Next> => {
    const attempts = ended;
    ended = [];
    try {
      const turn = await inOneTurn(deps, key, lane, { attempts, failedAt, limit });
      // Not within the transaction, which may be repeated.
      failedAt = turn.failedAt;
      return turn.next;
    } catch (error) {
      ended = [...attempts, ...ended];
      throw error;
    }
  };
  /** What cannot be recorded is sent again when its lease ends. */
  const recordRest = async (): Promise<void> => {
    await Promise.all(inFlight);
    for (const pauseMs of RECORD_AGAIN_AFTER_MS) {
      if (ended.length === 0) return;
      await takeTurn(0).catch(() => sleep(pauseMs));
    }
  };

  try {
    for (;;) {
      woken.clear();
      const next = await takeTurn(isStopping() ? 0 : left);
      if (next.kind === "unreadable")
        throw new UnreadableSecretError("no secret of the webhook endpoint opens");
      if (next.kind === "send") {
        left -= next.deliveries.length;
        for (const delivery of next.deliveries) send(next.destination, delivery);
      }
      if (ended.length === 0 && inFlight.size > 0)
        await Promise.race([...inFlight, ...(next.isBusy ? [] : [woken.wait()])]);
      if (faults.length > 0) throw faults[0];
      if (ended.length === 0 && inFlight.size === 0 && next.kind !== "send") return next.kind;
    }
  } catch (error) {
    await recordRest();
    throw error;
  }
}

/**
 * Records what has been sent and decides what is sent next, in one transaction under the endpoint's lock. `failedAt`: as in
 * `EndpointState`. `limit`: how many at most.
 */
function inOneTurn(
  deps: Deps,
  key: EndpointKey,
  lane: Lane,
  turn: { attempts: readonly Attempted[]; failedAt: Date | null; limit: number },
): Promise<Turn> {
  const { merchantId, endpointId } = key;
  return inTransaction(deps.pool, async (db): Promise<Turn> => {
    const now = deps.clock.now();
    const locked = await lockEndpointToSend(db, merchantId, endpointId, now);
    const before = { endpoint: locked?.endpoint ?? null, failedAt: turn.failedAt };
    const { endpoint, failedAt } =
      turn.attempts.length === 0 ? before : await recordAttempts(deps, db, key, before, turn.attempts);
    const next = (kind: Delivered | "unreadable", isBusy = false): Turn => ({
      next: { kind, isBusy },
      failedAt,
    });
    if (locked === null || endpoint === null || !endpoint.enabled) {
      const aside = await setDeliveriesAside(db, merchantId, endpointId, now, MAX_SET_ASIDE_AT_ONCE);
      return next(aside === MAX_SET_ASIDE_AT_ONCE ? "more" : "done");
    }
    const isHeld = endpoint.heldUntil !== null && endpoint.heldUntil > now;
    const isForOthers = isStruggling(endpoint) && lane === "prompt";
    if (isHeld || isForOthers) return next("blocked");
    if (turn.limit === 0) return next("more");
    const secrets = openSecrets(deps, key, locked.sealedSecrets);
    if (secrets.length === 0) return next("unreadable");
    const { claimed, isBusy } = await claimDueDeliveries(db, merchantId, endpointId, {
      now,
      leaseMs: deps.webhooks.timeoutMs * 2,
      maxInFlight: maxInFlight(endpoint),
      limit: turn.limit,
    });
    if (claimed.length === 0) return next(isBusy ? "blocked" : "done", isBusy);
    const destination = { endpointId, url: endpoint.url, secrets };
    return { next: { kind: "send", destination, deliveries: claimed, isBusy }, failedAt };
  });
}

/**
 * Those that open: during a rotation one is enough for some receivers. When none does, nothing is claimed, and it is tried again
 * later: nothing is sent without a signature (decision 0263).
 */
function openSecrets(
  deps: Deps,
  { merchantId, endpointId }: EndpointKey,
  sealed: readonly Buffer[],
): string[] {
  return sealed.flatMap((secret) => {
    try {
      return [openWebhookSecret(deps.saltBox, merchantId, endpointId, secret)];
    } catch (error) {
      deps.logger.error(
        { merchantId, endpointId, err: error },
        "a secret of a webhook endpoint does not open: rotate it",
      );
      return [];
    }
  });
}
