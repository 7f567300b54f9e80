import type { OpsArguments } from "@/lib/contract/ops";
import { MAX_NAMED_PAYMENTS } from "@/lib/contract/ops/payments";
import type { PaymentState } from "@/lib/payments/payment-state";
import { err, ok, type Result } from "@/lib/result";
import type { Ctx } from "../../context";
import type { CallResult } from "../../routing-client/call-result";
import { listOwnPayments } from "../../refunds/store";
import { isByKind, ownKindsOf, type PaymentFilter, searchFields } from "../domain/payment-filter";
import { findCustomerSearch } from "../store/customer-searches";

/**
 * The filter as sent to the service: relative ranges are fixed now, and the contact and the payments that only this dashboard knows
 * more of are inserted. What is found may be in another state than the filter's: `isWanted` decides (decision 0387). Errors:
 * `expired_search` when that contact is no longer stored for this session (decision 0110); `filter_not_offered` when the
 * service is too old for a field of the filter (decision 0324).
 */
export async function prepareSearch(
  ctx: Ctx,
  filter: PaymentFilter,
  zone: string,
): Promise<Result<OpsArguments<"payments.search">, "expired_search" | "filter_not_offered">> {
  if (isByKind(filter) && !(await ctx.routing.capabilities()).offers("payments.kinds"))
    return err("filter_not_offered");
  const now = ctx.clock.now();
  const { customer } = filter;
  const contact =
    customer === null
      ? null
      : await findCustomerSearch(ctx.pool, { id: customer, sessionId: ctx.actor.sessionId }, now);
  if (customer !== null && contact === null) return err("expired_search");
  const kinds = ownKindsOf(filter.status);
  const own = { unknown: [] as string[], manual: [] as string[] };
  for (const kind of kinds) own[kind] = await listOwnPayments(ctx.pool, kind, MAX_NAMED_PAYMENTS / 2);
  return ok(searchFields(filter, { now, zone, contact, own }));
}

/** Whether a payment that the search found is in a state of the filter. */
export function isWanted({ status }: PaymentFilter, state: PaymentState): boolean {
  return status.length === 0 || status.includes(state);
}

/** Whether an earlier service refused a search because it does not tell these states apart. */
export function isStateRefused(response: CallResult<unknown>): boolean {
  return (
    response.kind === "refused" &&
    response.refusal.kind === "rejected" &&
    response.refusal.faults.some(({ field }) => field === "money_state" || field === "transaction_ids")
  );
}
