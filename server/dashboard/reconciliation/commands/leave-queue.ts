import type { FindingView } from "@/lib/reconciliation/views";
import type { Ctx } from "../../context";
import { closeFindingWork } from "../store/finding-work";

/** A finding that was just decided leaves the queue at once; the watch would take a minute. */
export async function leaveQueue(ctx: Ctx, { finding_id: findingId, state }: FindingView): Promise<void> {
  if (state === "open") return;
  const { serviceAddress } = ctx.routing;
  await closeFindingWork(ctx.pool, { serviceAddress, findingId }, { state, at: ctx.clock.now() });
}
