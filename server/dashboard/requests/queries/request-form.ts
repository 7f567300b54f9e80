import type { RequestFormView } from "@/lib/requests/request-views";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { readReasonRules } from "../../reasons/store";
import { readBalance } from "../../refunds";
import { presentBalance } from "../../refunds/domain";
import { findOpenRequest } from "../store/requests";

/** What the form of a request begins with: the balance as it is now, and an undecided request of the payment. */
export async function requestForm(
  ctx: Ctx,
  target: { reference: string; transactionId: string },
): Promise<RequestFormView> {
  const { transactionId } = target;
  if (!(await authorize(ctx, "request_refund", { kind: "payment", id: transactionId })))
    return { kind: "forbidden" };
  const [reading, rules, open] = await Promise.all([
    readBalance(ctx, target),
    readReasonRules(ctx.pool),
    findOpenRequest(ctx.pool, { serviceAddress: ctx.routing.serviceAddress, transactionId }),
  ]);
  if (reading.kind !== "ready") return reading;
  return {
    kind: "ready",
    currency: reading.currency,
    balance: presentBalance(reading.balance),
    ...rules,
    open:
      open === null
        ? null
        : { requestId: open.id, by: open.requestedByName, at: open.requestedAt.toISOString() },
  };
}
