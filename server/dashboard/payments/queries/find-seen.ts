import { paiseOf } from "@/lib/money";
import { MAX_PAYMENTS_OF_LINE } from "@/lib/payments/lines-view";
import type { PaymentListItem } from "@/lib/payments/payment-list-views";
import type { PaymentView } from "@/lib/payments/payment-view";
import type { SearchTerm } from "@/lib/payments/search-terms";
import type { ServiceError } from "@/lib/service-error";
import { mapLimited } from "@/server/platform/map-limited";
import type { Ctx } from "../../context";
import { presentSeenItem } from "../domain/seen-payment";
import { findSeenReferences, type SeenBy } from "../store/seen-payments";
import { contactHashes } from "./contact-hashes";
import { findExactly } from "./find-payments";
import { withRefundsMadeHere } from "./refunds-made-here";

/** What only this dashboard can look up when the service has no list. */
export type SeenTerm = Extract<SearchTerm, { kind: "gateway_id" | "email" | "phone" | "amount" | "prefix" }>;

type FoundSeen =
  | { kind: "found"; payments: PaymentListItem[]; isMore: boolean }
  | { kind: "no_match" }
  | { kind: "service_error"; serviceError: ServiceError };

/** A few at once: the service limits the requests of a key. */
const AT_ONCE = 4;

/**
 * Finds payments among those that this dashboard has seen (decision 0329), and reads their present state from the service.
 * An old status is never shown as the result of a search: without the service's response nobody knows. The caller authorizes
 * and records searches by contact.
 */
export async function findSeen(ctx: Ctx, term: SeenTerm): Promise<FoundSeen> {
  const { serviceAddress } = ctx.routing;
  const { references, isMore } = await findSeenReferences(
    ctx.pool,
    serviceAddress,
    seenBy(ctx, term),
    MAX_PAYMENTS_OF_LINE,
  );
  const lookups = await mapLimited(references, AT_ONCE, (reference) => findExactly(ctx, reference));
  const payments: PaymentView[] = [];
  for (const lookup of lookups) {
    if (lookup.kind === "service_error") return { kind: "service_error", serviceError: lookup.serviceError };
    if (lookup.kind === "found")
      payments.push(...lookup.payments.filter((payment) => isMeant(term, payment)));
  }
  if (payments.length === 0) return { kind: "no_match" };
  payments.sort((one, other) => other.createdAt.localeCompare(one.createdAt));
  return {
    kind: "found",
    payments: await withRefundsMadeHere(
      ctx,
      payments.slice(0, MAX_PAYMENTS_OF_LINE).map((payment) => presentSeenItem(payment, ctx.clock.now())),
    ),
    isMore: isMore || payments.length > MAX_PAYMENTS_OF_LINE,
  };
}

function seenBy(ctx: Ctx, term: SeenTerm): SeenBy {
  switch (term.kind) {
    case "gateway_id":
    case "prefix":
      return term;
    case "amount":
      return { kind: "amount", amountPaise: paiseOf(term.amount) };
    case "email":
    case "phone":
      return {
        kind: "contact",
        hashes: contactHashes(ctx, { kind: term.kind, text: term.writings[0] ?? "" }),
      };
  }
}

/** Whether a record of a reference that was found is itself what was searched for. */
function isMeant(term: SeenTerm, payment: PaymentView): boolean {
  switch (term.kind) {
    case "gateway_id":
      return payment.gatewayTransactionId === term.id;
    case "amount":
      return paiseOf(payment.amount) === paiseOf(term.amount);
    // All attempts of a reference are the same customer's.
    case "prefix":
    case "email":
    case "phone":
      return true;
  }
}
