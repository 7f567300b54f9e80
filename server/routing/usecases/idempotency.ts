import { createHash, randomUUID } from "node:crypto";
import type { Db } from "@/server/platform/pool";
import { INITIALISATION_LIMIT_MS } from "../domain/payments/payment";
import {
  claimKey,
  deleteExpiredKeys,
  type KeyHolder,
  releaseKey,
  storeAnswer,
  type StoredAnswer,
} from "../store/idempotency";
import type { Deps } from "./deps";

const VALID_MS = 24 * 60 * 60 * 1000;
/** Longer than a gateway's initialisation may take: the record of a taken-over request is certainly abandoned by then. */
const LEASE_MS = INITIALISATION_LIMIT_MS + 15_000;
const MAX_EXPIRED_AT_ONCE = 5_000;

/**
 * Called by a deed inside its own transaction, when it has decided: the answer is then stored exactly when the
 * deed is, and a replay can never contradict what happened.
 */
export type Remember<T> = (db: Db, outcome: T) => Promise<void>;

/** For requests that carry no key: nothing is remembered. */
export const rememberNothing: Remember<unknown> = () => Promise.resolve();

/** Another request took the key over while this one was still at work; its deed has been rolled back. */
class LeaseLost extends Error {}

export type IdempotentOutcome =
  | { kind: "answer"; answer: StoredAnswer; replayed: boolean }
  | { kind: "in_flight" }
  | { kind: "other_body" };

/**
 * Runs a deed under an `Idempotency-Key` (decision 0036): the first answer is kept for 24 hours and replayed to the same body.
 * `present` turns the deed's outcome into the answer; 401, 409, 422, 429 and 5xx are not kept.
 */
export async function runIdempotently<T>(
  deps: Deps,
  request: { merchantId: number; endpoint: string; key: string; rawBody: Buffer },
  present: (outcome: T) => StoredAnswer,
  deed: (remember: Remember<T>) => Promise<T>,
): Promise<IdempotentOutcome> {
  const holder: KeyHolder = { endpoint: request.endpoint, key: request.key };
  const lease = randomUUID();
  const now = deps.clock.now();
  const claim = await claimKey(deps.pool, request.merchantId, holder, {
    bodySha256: createHash("sha256").update(request.rawBody).digest(),
    lease,
    leasedUntil: new Date(now.getTime() + LEASE_MS),
    now,
    validSince: new Date(now.getTime() - VALID_MS),
  });
  if (claim.kind === "answered") return { kind: "answer", answer: claim.answer, replayed: true };
  if (claim.kind !== "claimed") return claim;

  let remembered = false;
  const remember: Remember<T> = async (db, outcome) => {
    const stored = await storeAnswer(db, request.merchantId, holder, lease, present(outcome));
    if (!stored) throw new LeaseLost("the idempotency key was taken over");
    remembered = true;
  };
  try {
    const outcome = await deed(remember);
    const answer = present(outcome);
    if (!remembered && isReplayable(answer.status)) {
      await storeAnswer(deps.pool, request.merchantId, holder, lease, answer);
    } else if (!remembered) {
      await releaseKey(deps.pool, request.merchantId, holder, lease);
    }
    return { kind: "answer", answer, replayed: false };
  } catch (error) {
    if (error instanceof LeaseLost) return { kind: "in_flight" };
    // Leaves a stored answer alone: a lost COMMIT acknowledgement may hide a deed that was done.
    await releaseKey(deps.pool, request.merchantId, holder, lease).catch((failure: unknown) =>
      deps.logger.warn({ err: failure }, "an idempotency key could not be released; its lease will run out"),
    );
    throw error;
  }
}

function isReplayable(status: number): boolean {
  return status < 500 && ![401, 409, 422, 429].includes(status);
}

/** Removes keys that are past their 24 hours, so many at once; true when more may be past them. */
export async function deleteExpiredIdempotencyKeys(deps: Deps): Promise<boolean> {
  const before = new Date(deps.clock.now().getTime() - VALID_MS);
  return (await deleteExpiredKeys(deps.pool, before, MAX_EXPIRED_AT_ONCE)) === MAX_EXPIRED_AT_ONCE;
}
