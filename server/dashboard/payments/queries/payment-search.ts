import type { OpsArguments } from "@/lib/contract/ops";
import { err, ok, type Result } from "@/lib/result";
import type { Ctx } from "../../context";
import { isByKind, type PaymentFilter, searchFields } from "../domain/payment-filter";
import { findCustomerSearch } from "../store/customer-searches";

/**
 * The filter as sent to the service: relative ranges are fixed now, and the contact is inserted. Errors:
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
  return ok(searchFields(filter, { now, zone, contact }));
}
