import { createHash, randomUUID } from "node:crypto";
import type { Db } from "@/server/platform/pool";
import { INITIALISATION_LIMIT_MS } from "../domain/payments/payment";
import {
  claimKey,
  deleteExpiredKeys,
  type KeyHolder,
  releaseKey,
  storeResponse,
  type StoredResponse,
} from "../store/idempotency";
import type { Deps } from "./deps";

const VALID_MS = 24 * 60 * 60 * 1000;
/**
 * Longer than the initialisation of gateways: when another request claims the key, the first one's payment is
 * abandoned.
 */
const LEASE_MS = INITIALISATION_LIMIT_MS + 15_000;
const MAX_EXPIRED_AT_ONCE = 5_000;

/**
 * A command calls it inside its own transaction once it has decided: the response is stored exactly when the change is,
 * so a replay never contradicts what happened.
 */
export type Remember<T> = (db: Db, outcome: T) => Promise<void>;

/** Requests without an idempotency key use this: nothing is stored. */
export const rememberNothing: Remember<unknown> = () => Promise.resolve();

/** Another request claimed the key while this one was running; the transaction of this one is rolled back. */
class LeaseLost extends Error {}

type IdempotentOutcome =
  | { kind: "answer"; response: StoredResponse; replayed: boolean }
  | { kind: "in_flight" }
  | { kind: "other_body" };

/**
 * Runs a command under an `Idempotency-Key` (decision 0005): the first response is stored for 24 hours and replayed to
 * the same body. `present` turns the command's outcome into the response; 401, 409, 422, 429 and 5xx are not stored.
 */
export async function runIdempotently<T>(
  deps: Deps,
  request: { merchantId: number; endpoint: string; key: string; rawBody: Buffer },
  present: (outcome: T) => StoredResponse,
  action: (remember: Remember<T>) => Promise<T>,
): Promise<IdempotentOutcome> {
  const holder: KeyHolder = { endpoint: request.endpoint, key: request.key };
  const lease = randomUUID();
  const claim = await claimKey(deps.pool, request.merchantId, holder, {
    bodySha256: createHash("sha256").update(request.rawBody).digest(),
    lease,
    leaseMs: LEASE_MS,
    validMs: VALID_MS,
  });
  if (claim.kind === "answered") return { kind: "answer", response: claim.response, replayed: true };
  if (claim.kind !== "claimed") return claim;

  let remembered: StoredResponse | null = null;
  const remember: Remember<T> = async (db, outcome) => {
    const response = present(outcome);
    const stored = await storeResponse(db, request.merchantId, holder, lease, response);
    if (!stored) throw new LeaseLost("another process has claimed the idempotency key");
    remembered = response;
  };
  try {
    const outcome = await action(remember);
    const response = present(outcome);
    // What was remembered in a transaction that was rolled back is not stored: the outcome is another one then.
    if (!isSame(remembered, response)) {
      if (isReplayable(response.status)) {
        const stored = await storeResponse(deps.pool, request.merchantId, holder, lease, response);
        // The request that claimed the key meanwhile may have done what this one refuses because of that.
        if (!stored) return { kind: "in_flight" };
      } else await releaseKey(deps.pool, request.merchantId, holder, lease);
    }
    return { kind: "answer", response, replayed: false };
  } catch (error) {
    if (error instanceof LeaseLost) return { kind: "in_flight" };
    // Leaves a stored response alone: a lost COMMIT acknowledgement may hide a completed change.
    await releaseKey(deps.pool, request.merchantId, holder, lease).catch((failure: unknown) =>
      deps.logger.warn({ err: failure }, "an idempotency key could not be released; its lease will run out"),
    );
    throw error;
  }
}

function isSame(remembered: StoredResponse | null, response: StoredResponse): boolean {
  return remembered?.status === response.status && remembered.body === response.body;
}

function isReplayable(status: number): boolean {
  return status < 500 && ![401, 409, 422, 429].includes(status);
}

/** Deletes a batch of keys older than 24 hours; true when more may remain. */
export async function deleteExpiredIdempotencyKeys(deps: Deps): Promise<boolean> {
  return (await deleteExpiredKeys(deps.pool, VALID_MS, MAX_EXPIRED_AT_ONCE)) === MAX_EXPIRED_AT_ONCE;
}
