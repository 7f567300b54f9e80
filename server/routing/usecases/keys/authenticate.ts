import type { OptionalRateLimits } from "../../domain/keys/rate-limits";
import type { Deps } from "../deps";

/** A merchant whose key is known; its salt proves the rest of the request. */
export type KeyOwner = {
  merchantId: number;
  apiKey: string;
  salt: string;
  /** The key's own. */
  rateLimits: OptionalRateLimits;
  /** What the operator lets the merchant send, over all of its keys. */
  merchantLimits: OptionalRateLimits;
};

/** The owner of a key; null when it is unknown, expired, revoked or empty: all of them the same 401 (specification 5). */
export async function findKeyOwner(deps: Deps, apiKey: string | undefined): Promise<KeyOwner | null> {
  if (apiKey === undefined || apiKey === "") return null;
  const found = await deps.workingKeys.find(deps, apiKey);
  if (found === null) return null;
  const { sealedSalt, ...owner } = found;
  return { ...owner, apiKey, salt: deps.saltBox.open(apiKey, sealedSalt) };
}
