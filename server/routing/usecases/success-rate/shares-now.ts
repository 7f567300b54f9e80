import type { Db } from "@/server/platform/pool";
import type { SharesOf } from "../../domain/success-rate/shares";
import { findChangedShares } from "../../store/success-rate/success-rate-shares";
import type { Deps } from "../deps";

/** How old the shares of a decision may be: all processes agree within this time. */
const MOST_AGE_MS = 1_000;

/** The shares of the merchant's rules, as of at most a second ago. Reads only what has changed since. */
export async function sharesNow(
  deps: Pick<Deps, "clock" | "shares">,
  db: Db,
  merchantId: number,
): Promise<SharesOf> {
  const known = deps.shares.read(merchantId);
  const now = deps.clock.now().getTime();
  if (known === null || now - known.readAt >= MOST_AGE_MS || now < known.readAt) {
    const { changed, version } = await findChangedShares(db, merchantId, known?.version ?? 0n);
    deps.shares.add(merchantId, changed, { version, readAt: now });
  }
  return deps.shares.sharesOf(merchantId);
}
