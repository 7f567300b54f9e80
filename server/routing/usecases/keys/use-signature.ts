import { OPS_TOLERANCE_SECONDS } from "@/lib/contract/canonical";
import { deleteUsedSignatures, insertUsedSignature } from "../../store/keys/used-signatures";
import type { Deps } from "../deps";

/** A signature that was made ahead of our clock passes for twice the tolerance. */
const PASSES_FOR_MS = 2 * OPS_TOLERANCE_SECONDS * 1_000;
const MAX_EXPIRED_AT_ONCE = 10_000;

/**
 * Uses up a signature that was found to be right; false when a request has used it before (decision 0021). It stays
 * used whatever becomes of the request: its sender signs anew, and nobody else can.
 */
export function useSignature(deps: Deps, merchantId: number, signature: string): Promise<boolean> {
  const validUntil = new Date(deps.clock.now().getTime() + PASSES_FOR_MS);
  return insertUsedSignature(deps.pool, merchantId, signature, validUntil);
}

/** Removes signatures that no longer pass anyway, so many at once; true when there may be more. */
export async function deleteExpiredSignatures(deps: Deps): Promise<boolean> {
  const forgotten = await deleteUsedSignatures(deps.pool, deps.clock.now(), MAX_EXPIRED_AT_ONCE);
  return forgotten === MAX_EXPIRED_AT_ONCE;
}
