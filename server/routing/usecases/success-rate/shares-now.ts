import type { Db } from "@/server/platform/pool";
import type { SharesOf } from "../../domain/success-rate/shares";
import { findChangedShares } from "../../store/success-rate/success-rate-shares";
import type { Deps } from "../deps";
import { SharesCache } from "./shares-cache";

/** How old the shares of a decision may be: all processes agree within this time. */
const MOST_AGE_MS = 1_000;

/** The shares of these rules of the merchant, as of at most a second ago. Reads only what has changed since. */
export async function sharesNow(
  deps: Pick<Deps, "clock" | "shares">,
  db: Db,
  merchantId: number,
  ruleIds: readonly string[],
): Promise<SharesOf> {
  const known = deps.shares.read(merchantId, ruleIds);
  const now = deps.clock.now().getTime();
  if (known === null || now - known.readAt >= MOST_AGE_MS || now < known.readAt) {
    const after = known?.version ?? 0n;
    const { changed, version } = await findChangedShares(db, merchantId, after, ruleIds);
    deps.shares.add(merchantId, { ruleIds, after, changed, version, readAt: now });
  }
  return deps.shares.sharesOf(merchantId);
}

/** The shares of rules that need not be in force, read each time: nothing that payments need is forgotten for them. */
export async function sharesOfRules(
  { clock }: Pick<Deps, "clock">,
  db: Db,
  merchantId: number,
  ruleIds: readonly string[],
): Promise<SharesOf> {
  return sharesNow({ clock, shares: new SharesCache() }, db, merchantId, ruleIds);
}
