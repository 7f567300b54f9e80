import { commandsHere } from "@/server/platform/commands-here";
import type { Pool } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import type { Vault } from "../../auth/vault";
import { listSecondFactorsAfter, lockSecondFactor, saveSealed } from "../store/second-factors";

type Deps = { pool: Pool; vault: Vault };

/** `resealed`: rows that were changed. `unreadable`: rows that no key of the vault opens. `total`: all rows. */
type ResealedFactors = { resealed: number; unreadable: number; total: number };

const PAGE = 500;
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

/**
 * Seals every TOTP secret again with the first key of the vault, and seals the other key's hashing key beside the recovery
 * codes that were made with it. A row is changed in a transaction of its own, under its lock: the command can be killed at
 * any moment and repeated, and delays a sign-in by one update at most (decision 0263).
 */
export async function resealSecondFactors(deps: Deps): Promise<ResealedFactors> {
  const counts = { resealed: 0, unreadable: 0, total: 0 };
  for await (const { personId } of allFactors(deps.pool)) {
    const outcome = await resealFactor(deps, personId);
    if (outcome === "gone") continue;
    counts.total += 1;
    if (outcome !== "current") counts[outcome] += 1;
  }
  return counts;
}

/** How many second factors the vault cannot open: their people cannot sign in with a code. */
export async function countUnreadableFactors({ pool, vault }: Deps): Promise<ResealedFactors> {
  const counts = { resealed: 0, unreadable: 0, total: 0 };
  for await (const { personId, sealedSecret, sealedCodeKey } of allFactors(pool)) {
    counts.total += 1;
    const areOpened = [sealedSecret, sealedCodeKey].every(
      (sealed) => sealed === null || vault.open(sealed, personId) !== null,
    );
    if (!areOpened) counts.unreadable += 1;
  }
  return counts;
}

export const FACTORS_ARE_UNREADABLE = commandsHere(
  "Second factors are sealed with another key than SECOND_FACTOR_KEY: these people cannot sign in. After a change of the key set OTHER_SECOND_FACTOR_KEY to the other one and run npm run reseal; if that key is lost, reset their two-factor authentication.",
);

async function* allFactors(
  pool: Pool,
): AsyncGenerator<Awaited<ReturnType<typeof listSecondFactorsAfter>>[number]> {
  for (let after = BEFORE_ALL; ;) {
    const factors = await listSecondFactorsAfter(pool, after, PAGE);
    const last = factors.at(-1);
    if (last === undefined) return;
    yield* factors;
    after = last.personId;
  }
}

function resealFactor(
  { pool, vault }: Deps,
  personId: string,
): Promise<"resealed" | "current" | "unreadable" | "gone"> {
  return inTransaction(pool, async (db) => {
    const factor = await lockSecondFactor(db, personId);
    if (factor === null) return "gone";
    const secret = vault.reseal(factor.sealedSecret, personId);
    const codeKey = resealCodeKey(vault, factor.sealedCodeKey, personId);
    if (secret === null || codeKey === null) return "unreadable";
    if (!secret.isChanged && !codeKey.isChanged) return "current";
    await saveSealed(db, personId, { sealedSecret: secret.sealed, sealedCodeKey: codeKey.sealed });
    return "resealed";
  });
}

/**
 * A hash does not say which key made it, so the other key is sealed for everybody who has none yet; for codes that were made
 * with the first key it is only tried in vain.
 */
function resealCodeKey(
  vault: Vault,
  sealed: string | null,
  personId: string,
): { isChanged: boolean; sealed: string | null } | null {
  if (sealed !== null) return vault.reseal(sealed, personId);
  const other = vault.sealOtherHashingKey(personId);
  return { isChanged: other !== null, sealed: other };
}
