import type { Refund } from "../../domain/refunds/refund";
import * as store from "../../store/refunds/refunds";
import type { Deps } from "../deps";

/** A refund of this merchant; null also for another merchant's refund (specification 4.5). */
export function findRefund(deps: Deps, merchantId: number, refundId: string): Promise<Refund | null> {
  return store.findRefund(deps.reads, merchantId, refundId);
}
