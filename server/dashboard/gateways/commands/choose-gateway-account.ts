import { z } from "zod";
import type { OpsResult } from "@/lib/contract/ops";
import { VENDORS } from "@/lib/contract/ops/gateway-accounts";
import type { ActionOutcome } from "@/lib/ops-outcomes";
import type { Ctx } from "../../context";
import { doAtService } from "../../ops/do-at-service";

const inputSchema = z.object({
  gateway: z.enum(VENDORS),
  account: z.number().nullable(),
  replaces: z.number().nullable(),
});

/** Decides which of the merchant's accounts takes its new payments at a vendor; null for none of them. */
export function chooseGatewayAccount(
  ctx: Ctx,
  input: unknown,
): Promise<ActionOutcome<OpsResult<"gateways.use_account">>> {
  return doAtService(ctx, input, {
    operation: "gateways.use_account",
    permission: "manage_keys",
    action: "gateway_account_use",
    input: inputSchema,
    subject: (given) => ({ kind: "gateway", id: given?.gateway ?? "" }),
    detail: ({ account, replaces }) => ({ gatewayAccount: account, replaces }),
    fields: (given) => ({ ...given, created_by: ctx.actor.email }),
  });
}
