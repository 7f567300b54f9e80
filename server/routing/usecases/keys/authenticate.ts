import type { KeyRateLimits } from "../../domain/api-key";
import type { Deps } from "../deps";

/** A merchant whose key is known; its salt proves the rest of the request. */
export type KeyOwner = { merchantId: number; apiKey: string; salt: string; rateLimits: KeyRateLimits };

/** The owner of a key; null when it is unknown, expired, revoked or empty: all of them the same 401 (section 5). */
export async function findKeyOwner(deps: Deps, apiKey: string | undefined): Promise<KeyOwner | null> {
  if (apiKey === undefined || apiKey === "") return null;
  const found = await deps.workingKeys.find(deps, apiKey);
  if (found === null) return null;
  const { merchantId, sealedSalt, rateLimits } = found;
  return { merchantId, apiKey, salt: deps.saltBox.open(apiKey, sealedSalt), rateLimits };
}
