import { z } from "zod";
import type { OpsResult } from "@/lib/contract/ops";
import type { ActionOutcome } from "@/lib/ops-outcomes";
import type { Ctx } from "../../context";
import { doAtService } from "../../ops/do-at-service";

const inputSchema = z.object({ gateway: z.string().min(1) });

/** Closes the circuit breaker of a gateway that is skipped after failures; for every merchant of the service. */
export function resetGateway(ctx: Ctx, input: unknown): Promise<ActionOutcome<OpsResult<"gateways.reset">>> {
  return doAtService(ctx, input, {
    operation: "gateways.reset",
    permission: "manage_gateways",
    action: "gateway_reset",
    input: inputSchema,
    subject: (given) => ({ kind: "gateway", id: given?.gateway ?? "" }),
    detail: () => ({}),
    fields: ({ gateway }) => ({ gateway }),
    detailOf: ({ health }) => ({ state: health.state }),
  });
}
