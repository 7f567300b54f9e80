import type { DeclineRange, DeclineView } from "@/lib/gateways/decline-view";
import type { OpsRead } from "@/lib/ops-outcomes";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { readOps } from "../../ops/read-ops";
import { spanOf } from "../../payments/domain";
import { presentDeclines } from "../domain/decline-view";

/** Why payments of a period were not paid, by reason and gateway. Days begin at midnight in the zone. */
export async function readDeclines(
  ctx: Ctx,
  range: DeclineRange,
  zone: string,
): Promise<OpsRead<DeclineView>> {
  await requirePermission(ctx, "view_gateways", { kind: "gateway", id: "list" });
  const now = ctx.clock.now();
  const { from } = spanOf(range, now, zone);
  const read = await readOps(ctx, "payments.declines", {
    from: from ?? now.toISOString(),
    // A payment that is created meanwhile is not missed.
    until: new Date(now.getTime() + 60_000).toISOString(),
  });
  return read.kind === "found" ? { ...read, value: presentDeclines(read.value) } : read;
}
