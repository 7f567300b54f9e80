import type { KeyAccess } from "@/lib/keys/key-access";
import type { OptionalRateLimits } from "../../domain/keys/rate-limits";
import type { Deps } from "../deps";

/** The merchant of a known key; its salt verifies the rest of the request. */
export type KeyOwner = {
  merchantId: number;
  keyId: string;
  apiKey: string;
  salt: string;
  /** Limits of the key itself. */
  rateLimits: OptionalRateLimits;
  /** The operator's limits for the merchant, over all of its keys. */
  merchantLimits: OptionalRateLimits;
  access: KeyAccess;
};

/**
 * The owner of a key; null when it is unknown, expired, revoked or empty: all return the same 401 (specification 5).
 */
export async function findKeyOwner(deps: Deps, apiKey: string | undefined): Promise<KeyOwner | null> {
  if (apiKey === undefined || apiKey === "") return null;
  const found = await deps.workingKeys.find(deps, apiKey);
  if (found === null) return null;
  const { sealedSalt, ...owner } = found;
  return { ...owner, apiKey, salt: deps.saltBox.open(apiKey, sealedSalt) };
}
