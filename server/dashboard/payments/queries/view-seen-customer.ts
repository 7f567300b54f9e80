import type { CustomerView } from "@/lib/payments/customer-view";
import type { PaymentListItem } from "@/lib/payments/payment-list-views";
import { mapLimited } from "@/server/platform/map-limited";
import type { Ctx } from "../../context";
import { presentIntent } from "../../refunds/domain";
import { listOpenIntentsOf } from "../../refunds/store";
import { customerCounts, customerTotals } from "../domain/customer-totals";
import { presentLastSeen, presentSeenItem } from "../domain/seen-payment";
import { listSeenContacts } from "../store/seen-contacts";
import type { SeenCustomer } from "../store/seen-customers";
import { findSeenReferences, listSeenOf } from "../store/seen-payments";
import { findExactly } from "./find-payments";
import { sumRefundsMadeHere, withRefunds } from "./refunds-made-here";

/** Each costs a call of the service. A customer rarely has more. */
const MAX_REFERENCES = 50;
/** A service may list any number of attempts of a reference. */
const MAX_PAYMENTS = 600;
/** A few at once: the service limits the requests of a key. */
const AT_ONCE = 4;

/**
 * The customer's payments that were created in this dashboard, for a service without the operations extension (decision
 * 0329). A payment of which the service gives no response is shown as it was last seen, with the time.
 */
export async function viewSeenCustomer(ctx: Ctx, customer: SeenCustomer): Promise<CustomerView> {
  const { serviceAddress } = ctx.routing;
  const hashes = await listSeenContacts(ctx.pool, serviceAddress, customer.reference);
  const by = { kind: "contact", hashes } as const;
  const { references, isMore } = await findSeenReferences(ctx.pool, serviceAddress, by, MAX_REFERENCES);
  const found = await mapLimited(references, AT_ONCE, (reference) => paymentsOf(ctx, reference));
  const all = found.flat().sort((one, other) => other.createdAt.localeCompare(one.createdAt));
  const payments = all.slice(0, MAX_PAYMENTS);
  const ids = payments.map(({ transactionId }) => transactionId);
  const [summed, intents] = await Promise.all([
    sumRefundsMadeHere(ctx, payments),
    listOpenIntentsOf(ctx.pool, ids),
  ]);
  return {
    kind: "found",
    transactionId: customer.transactionId,
    masked: null,
    payments: payments.map((payment, index) => withRefunds(payment, summed[index], ctx.clock.now())),
    isTruncated: isMore || all.length > payments.length,
    ...customerTotals(summed),
    counts: customerCounts(summed),
    openRefunds: intents.map(presentIntent),
    isSeenOnly: true,
  };
}

/** Returns the payments of a reference; none when the service says that it has none. */
async function paymentsOf(ctx: Ctx, reference: string): Promise<PaymentListItem[]> {
  const lookup = await findExactly(ctx, reference);
  switch (lookup.kind) {
    case "found":
      return lookup.payments.map((payment) => presentSeenItem(payment, ctx.clock.now()));
    case "service_error":
      return (await listSeenOf(ctx.pool, ctx.routing.serviceAddress, reference)).map(presentLastSeen);
    case "not_found":
    case "invalid":
      return [];
  }
}
