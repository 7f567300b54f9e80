import type { EarlierService } from "@/lib/accounts/earlier-services";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { countOpenRefunds, listKnownServices } from "../store/known-services";

/** Services that were used under other addresses and are not known to be the one in use, the last used first. */
export async function listEarlierServices(ctx: Ctx): Promise<EarlierService[]> {
  await requirePermission(ctx, "manage_keys", { kind: "merchant_account", id: "services" });
  const { merchantId } = await ctx.routing.capabilities();
  const known = (await listKnownServices(ctx.pool)).filter(
    (one) =>
      // A service with the same id needs no person: its records are moved automatically.
      one.address !== ctx.routing.serviceAddress && (merchantId === null || one.merchantId === null),
  );
  return Promise.all(
    known.map(async ({ address, usedAt }) => ({
      address,
      usedAt: usedAt.toISOString(),
      openRefunds: await countOpenRefunds(ctx.pool, address),
    })),
  );
}
