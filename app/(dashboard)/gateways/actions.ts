"use server";

import type { OpsResult } from "@/lib/contract/ops";
import type { ActionOutcome } from "@/lib/ops-outcomes";
import { resetGateway } from "@/server/dashboard/gateways/commands/reset-gateway";
import { currentCtx } from "@/server/dashboard/context";

export async function resetGatewayAction(input: {
  gateway: string;
}): Promise<ActionOutcome<OpsResult<"gateways.reset">>> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : resetGateway(ctx, input);
}
