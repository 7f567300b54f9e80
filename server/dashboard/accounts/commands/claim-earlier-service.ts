import { z } from "zod";
import type { ClaimOutcome } from "@/lib/accounts/earlier-services";
import { inTransaction } from "@/server/platform/transaction";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { checkCredentials } from "../check-credentials";
import { moveService } from "../recognize-service";
import {
  deleteKnownService,
  findKnownService,
  listPaymentsThere,
  lockKnownServices,
} from "../store/known-services";

const inputSchema = z.object({ address: z.string().min(1).max(2_000) });
/** Asked for, one after the other, until the service has one. */
const KNOWN_PAYMENTS = 3;

/**
 * Says that the service in use is the one that was used under another address, for services that do not tell it themselves
 * (decision 0355). Proved by a payment from there that the service has under the same transaction id.
 */
export async function claimEarlierService(ctx: Ctx, input: unknown): Promise<ClaimOutcome> {
  const parsed = inputSchema.safeParse(input);
  const from = parsed.success ? parsed.data.address : "";
  const to = ctx.routing.serviceAddress;
  if (!(await authorize(ctx, "manage_keys", { kind: "merchant_account", id: from })))
    return { kind: "forbidden" };
  const earlier = await findKnownService(ctx.pool, from);
  if (earlier === null || from === to) return { kind: "not_found" };
  const { merchantId } = await ctx.routing.capabilities({ isFresh: true });
  if (merchantId !== null && earlier.merchantId !== null && merchantId !== earlier.merchantId)
    return { kind: "other_merchant" };
  const payments = await listPaymentsThere(ctx.pool, from, KNOWN_PAYMENTS);
  if (payments.length === 0) return { kind: "no_payment" };
  const checked = await checkCredentials(ctx.routing, payments);
  if (checked !== "accepted") return { kind: checked };
  return inTransaction(ctx.pool, async (db): Promise<ClaimOutcome> => {
    await lockKnownServices(db);
    if ((await findKnownService(db, from)) === null) return { kind: "not_found" };
    await deleteKnownService(db, from);
    await moveService(db, { from, to }, { at: ctx.clock.now(), actor: ctx.actor, requestId: ctx.requestId });
    return { kind: "done" };
  });
}
