import { z } from "zod";
import type { OpsArguments, OpsResult } from "@/lib/contract/ops";
import type { CustomerView } from "@/lib/payments/customer-view";
import { maskContact } from "@/lib/payments/mask-contact";
import { searchTermsOf } from "@/lib/payments/search-terms";
import { err, ok, type Result } from "@/lib/result";
import type { ServiceError } from "@/lib/service-error";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { listOpenIntentsOf } from "../../refunds/store";
import { presentIntent } from "../../refunds/domain";
import { type CallResult, serviceErrorOf } from "../../routing-client/call-result";
import { notOfferedOr } from "../../routing-client/capabilities";
import { customerCounts, customerTotals } from "../domain/customer-totals";
import { presentPaymentItem, type ServicePayment } from "../domain/payment-item";
import { type CustomerPage, findCustomerPage } from "../store/customer-pages";
import { findSeenCustomer } from "../store/seen-customers";
import { withOwnAmountsOf } from "./with-own-amounts";
import { viewSeenCustomer } from "./view-seen-customer";

/** The largest page of the service. */
const PAGE_SIZE = 200;
/** The limit for each contact; a customer rarely has more than 600 payments. */
const MAX_PAGES = 3;

const idSchema = z.uuid();

/**
 * All payments with the e-mail address or the phone number of the payment from which it was opened, with their totals.
 * A part of them is never shown as the whole: when the service does not answer one of the searches, nothing is. A service
 * that cannot search has none: then they are those that were created in this dashboard (decision 0329).
 */
export async function viewCustomer(ctx: Ctx, customerId: string): Promise<CustomerView> {
  await requirePermission(ctx, "view_payments", { kind: "customer_search", id: customerId });
  if (!idSchema.safeParse(customerId).success) return { kind: "expired" };
  const opened = { id: customerId, sessionId: ctx.actor.sessionId };
  const capabilities = await ctx.routing.capabilities();
  if (!capabilities.offers("payments.search")) {
    const missing = notOfferedOr(capabilities);
    if (missing.kind === "service_error") return missing;
    const customer = await findSeenCustomer(ctx.pool, opened, ctx.clock.now());
    return customer === null ? { kind: "expired" } : viewSeenCustomer(ctx, customer);
  }
  const page = await findCustomerPage(ctx.pool, opened, ctx.clock.now());
  if (page === null) return { kind: "expired" };

  const found = new Map<string, ServicePayment>();
  let isTruncated = false;
  for (const contact of contactsOf(page)) {
    const read = await readAll(ctx, contact);
    if (!read.ok) return { kind: "service_error", serviceError: read.error };
    for (const payment of read.value.payments) found.set(payment.transaction_id, payment);
    isTruncated ||= read.value.isTruncated;
  }
  const [intents, payments] = await Promise.all([
    listOpenIntentsOf(ctx.pool, [...found.keys()]),
    withOwnAmountsOf(ctx, [...found.values()].sort(newestFirst)),
  ]);
  const name = payments.find(({ masked_customer: masked }) => (masked?.name ?? null) !== null);
  return {
    kind: "found",
    transactionId: page.transactionId,
    // The name is masked by the service.
    masked: {
      ...maskContact({ email: page.email, phone: page.phone, name: null }),
      name: name?.masked_customer?.name ?? null,
    },
    payments: payments.map((payment) => presentPaymentItem(payment, ctx.clock.now())),
    isTruncated,
    ...customerTotals(payments),
    counts: customerCounts(payments),
    openRefunds: intents.map(presentIntent),
    isSeenOnly: false,
  };
}

/** One search for each writing of the contact that a merchant may have used. */
function contactsOf({ email, phone }: CustomerPage): OpsArguments<"payments.search">[] {
  const writingsOf = (text: string | null, kind: "email" | "phone"): string[] => {
    if (text === null) return [];
    const term = searchTermsOf(text).find((one) => one.kind === kind);
    return [...new Set([text, ...(term !== undefined && "writings" in term ? term.writings : [])])];
  };
  return [
    ...writingsOf(email, "email").map((writing) => ({ customer_email: writing })),
    ...writingsOf(phone, "phone").map((writing) => ({ customer_phone: writing })),
  ];
}

async function readAll(
  ctx: Ctx,
  contact: OpsArguments<"payments.search">,
): Promise<Result<{ payments: ServicePayment[]; isTruncated: boolean }, ServiceError>> {
  const payments: ServicePayment[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const response: CallResult<OpsResult<"payments.search">> = await ctx.routing.ops("payments.search", {
      ...contact,
      limit: PAGE_SIZE,
      ...(cursor !== null && { cursor }),
    });
    if (response.kind !== "answered") return err(serviceErrorOf(response));
    payments.push(...response.value.payments);
    cursor = response.value.next_cursor;
    if (cursor === null) return ok({ payments, isTruncated: false });
  }
  return ok({ payments, isTruncated: true });
}

function newestFirst(one: ServicePayment, other: ServicePayment): number {
  return (
    Date.parse(other.transaction_date_time) - Date.parse(one.transaction_date_time) ||
    other.transaction_id.localeCompare(one.transaction_id)
  );
}
