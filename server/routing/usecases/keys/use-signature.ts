import { OPS_TOLERANCE_SECONDS } from "@/lib/contract/canonical";
import { deleteUsedSignatures, insertUsedSignature } from "../../store/keys/used-signatures";
import type { Deps } from "../deps";

/** A signature made ahead of our clock is accepted for twice the tolerance. */
const PASSES_FOR_MS = 2 * OPS_TOLERANCE_SECONDS * 1_000;
const MAX_EXPIRED_AT_ONCE = 10_000;

/**
 * Marks a valid signature as used; false when an earlier request used it (decision 0021). It stays used whatever the
 * request's outcome: the sender can sign again, and an attacker cannot.
 */
export function useSignature(deps: Deps, merchantId: number, signature: string): Promise<boolean> {
  const validUntil = new Date(deps.clock.now().getTime() + PASSES_FOR_MS);
  return insertUsedSignature(deps.pool, merchantId, signature, validUntil);
}

/** Deletes a batch of expired signatures; true when more may remain. */
export async function deleteExpiredSignatures(deps: Deps): Promise<boolean> {
  const deleted = await deleteUsedSignatures(deps.pool, deps.clock.now(), MAX_EXPIRED_AT_ONCE);
  return deleted === MAX_EXPIRED_AT_ONCE;
}
