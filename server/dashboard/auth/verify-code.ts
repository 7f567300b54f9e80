import type { Db } from "@/server/platform/pool";
import { lockSecondFactor, saveLastStep, useRecoveryCode } from "../people/store";
import { readRecoveryCode } from "./recovery-codes";
import { stepOfCode } from "./totp";
import type { Vault } from "./vault";

/**
 * Uses up a code of the person's confirmed second factor, in the caller's transaction: it works once. Null when it is
 * wrong or used, or there is no factor; a sealed secret that does not open matches no code.
 */
export async function verifyCode(
  db: Db,
  vault: Vault,
  given: { personId: string; code: string; at: Date },
): Promise<"second_factor" | "recovery_code" | null> {
  const factor = await lockSecondFactor(db, given.personId);
  if (factor === null || factor.confirmedAt === null) return null;

  const recoveryCode = readRecoveryCode(given.code);
  if (recoveryCode !== null) {
    const hashes = vault.fingerprints(recoveryCode, given.personId, factor.sealedCodeKey);
    return (await useRecoveryCode(db, given.personId, hashes, given.at)) ? "recovery_code" : null;
  }
  const secret = vault.open(factor.sealedSecret, given.personId);
  const step = secret === null ? null : stepOfCode(secret, given.code, given.at);
  if (step === null || step <= factor.lastStep) return null;
  await saveLastStep(db, given.personId, step);
  return "second_factor";
}
