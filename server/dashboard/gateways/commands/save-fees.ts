import { z } from "zod";
import type { OpsArguments, OpsResult } from "@/lib/contract/ops";
import { PAYMENT_METHODS } from "@/lib/contract/statuses";
import type { ActionOutcome } from "@/lib/ops-outcomes";
import type { Ctx } from "../../context";
import { doAtService } from "../../ops/do-at-service";

/** Amounts, percentages and currencies are checked by the service, which names the wrong field. */
const inputSchema = z.object({
  gateway: z.string().min(1),
  revision: z.number(),
  fees: z.array(
    z.object({
      currency: z.string(),
      payment_method: z.enum(PAYMENT_METHODS).nullable(),
      percent: z.string(),
      fixed: z.string(),
    }),
  ),
});
type Fees = OpsArguments<"gateways.save_fees">["fees"];

/** Replaces what a gateway charges, as routing weighs it from then on (decision 0317). */
export function saveFees(ctx: Ctx, input: unknown): Promise<ActionOutcome<OpsResult<"gateways.save_fees">>> {
  return doAtService(ctx, input, {
    operation: "gateways.save_fees",
    permission: "manage_gateways",
    action: "gateway_fees_save",
    input: inputSchema,
    subject: (given) => ({ kind: "gateway", id: given?.gateway ?? "" }),
    detail: ({ revision, fees }) => ({ revisionBefore: revision, fees: inShort(fees) }),
    fields: (given) => ({ ...given, changed_by: ctx.actor.email }),
    detailOf: ({ revision }) => ({ revision }),
  });
}

const MAX_CHARACTERS = 2_000;

/** "INR 2.36% + 3.00; INR UPI 0% + 0.00" */
function inShort(fees: Fees): string {
  return fees
    .map(({ currency, payment_method: method, percent, fixed }) =>
      [currency, ...(method === null ? [] : [method]), `${percent}%`, "+", fixed].join(" "),
    )
    .join("; ")
    .slice(0, MAX_CHARACTERS);
}
