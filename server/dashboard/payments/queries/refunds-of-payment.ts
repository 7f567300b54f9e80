import type { RefundRecord } from "@/lib/contract/responses";
import type { ServiceError } from "@/lib/service-error";
import type { RefundIntent } from "../../refunds/domain";
import { serviceErrorOf } from "../../routing-client/call-result";
import type { Services } from "../../runtime";
import { findIntentByRefund } from "../../refunds/store";

const MAX_PAGES = 20;

export type RefundsOfPayment =
  | { kind: "read"; refunds: RefundRecord[] }
  | { kind: "service_error"; serviceError: ServiceError };

/** All refunds of a payment that the service lists, wherever they were made; all of them or a service error. */
export async function refundsOfPayment(services: Services, transactionId: string): Promise<RefundsOfPayment> {
  const refunds: RefundRecord[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const response = await services.routing.refundSearch(transactionId, cursor);
    if (response.kind !== "answered")
      return { kind: "service_error", serviceError: serviceErrorOf(response) };
    refunds.push(...response.value.refunds);
    cursor = response.value.next_cursor;
    if (cursor === null) return { kind: "read", refunds };
  }
  return { kind: "service_error", serviceError: { kind: "unavailable" } };
}

/** Those among them that match no intent: made outside the dashboard, or by the intent in question. */
export async function unowned(
  services: Services,
  intent: RefundIntent,
  refunds: readonly RefundRecord[],
): Promise<RefundRecord[]> {
  const owners = await Promise.all(
    refunds.map((refund) => findIntentByRefund(services.pool, intent.serviceAddress, refund.refund_id)),
  );
  return refunds.filter((_, index) => owners[index] === null);
}
