import type { OpsArguments } from "@/lib/contract/ops";
import { type LineResult, MAX_PAYMENTS_OF_LINE } from "@/lib/payments/lines-view";
import type { PaymentListItem } from "@/lib/payments/payment-list-views";
import { type SearchTerm, searchTermsOf } from "@/lib/payments/search-terms";
import type { ServiceError } from "@/lib/service-error";
import type { Ctx } from "../../context";
import { serviceErrorOf } from "../../routing-client/call-result";
import { notOfferedOr } from "../../routing-client/capabilities";
import { presentPaymentItem } from "../domain/payment-item";
import { presentSeenItem } from "../domain/seen-payment";
import { findKnownReference } from "../store/known-references";
import { findPayments } from "./find-payments";
import { findSeen } from "./find-seen";
import { withRefundsMadeHere } from "./refunds-made-here";
import { withOwnAmountsOf } from "./with-own-amounts";

/** An amount, or the beginning of a reference, identifies nothing. */
type Identifier = Exclude<SearchTerm, { kind: "amount" | "prefix" }>;

type Found =
  | { kind: "found"; payments: PaymentListItem[]; isMore: boolean }
  | { kind: "no_match" | "not_seen" }
  | { kind: "service_error"; serviceError: ServiceError };

const NO_MATCH = { kind: "no_match" } as const;

/** Looks up one identifier of any kind: each thing that it may be is tried, the most exact first. The caller authorizes. */
export async function findLine(ctx: Ctx, line: string): Promise<LineResult> {
  const terms = searchTermsOf(line).filter(
    (term): term is Identifier => term.kind !== "amount" && term.kind !== "prefix",
  );
  if (terms.length === 0) return { line, kind: "invalid" };
  const capabilities = await ctx.routing.capabilities();
  const hasList = capabilities.offers("payments.search");
  const missing = notOfferedOr(capabilities);
  const unseen: Found = missing.kind === "service_error" ? missing : { kind: "not_seen" };
  let isIncomplete = false;
  for (const term of terms) {
    const found = hasList ? await findInList(ctx, term) : await findWithoutList(ctx, term, unseen);
    switch (found.kind) {
      case "found":
      case "service_error":
        return { line, ...found };
      case "not_seen":
        isIncomplete = true;
        break;
      case "no_match":
        break;
    }
  }
  return { line, kind: isIncomplete ? "not_seen" : "not_found" };
}

/** What the service lists for one thing that a text may be. The caller authorizes. */
export async function findInList(ctx: Ctx, term: SearchTerm): Promise<Found> {
  switch (term.kind) {
    case "transaction_id":
      return search(ctx, { transaction_id: term.id });
    case "reference":
      return search(ctx, { merchant_transaction_id: term.reference });
    case "gateway_id":
      return search(ctx, { gateway_transaction_id: term.id });
    case "amount":
      return search(ctx, { amount_min: term.amount, amount_max: term.amount });
    case "prefix":
      return search(ctx, { reference_prefix_any_case: term.prefix });
    case "refund_id": {
      const response = await ctx.routing.refundStatus(term.id);
      if (response.kind === "answered") return search(ctx, { transaction_id: response.value.transaction_id });
      if (response.kind === "refused" && response.refusal.kind === "not_found") return NO_MATCH;
      return { kind: "service_error", serviceError: serviceErrorOf(response) };
    }
    case "email":
    case "phone":
      return findContact(ctx, term);
  }
}

/** Searches for every form in which a merchant may have written the contact; each payment once, newest first. */
async function findContact(ctx: Ctx, term: Extract<SearchTerm, { writings: string[] }>): Promise<Found> {
  const payments = new Map<string, PaymentListItem>();
  let isMore = false;
  for (const writing of term.writings) {
    const fields = term.kind === "email" ? { customer_email: writing } : { customer_phone: writing };
    const result = await search(ctx, fields);
    if (result.kind === "service_error") return result;
    if (result.kind !== "found") continue;
    for (const payment of result.payments) payments.set(payment.transactionId, payment);
    isMore ||= result.isMore;
  }
  if (payments.size === 0) return NO_MATCH;
  const all = found([...payments.values()].sort((a, b) => b.createdAt.localeCompare(a.createdAt)));
  return { ...all, isMore: all.isMore || isMore };
}

async function search(ctx: Ctx, fields: OpsArguments<"payments.search">): Promise<Found> {
  const response = await ctx.routing.ops("payments.search", { ...fields, limit: MAX_PAYMENTS_OF_LINE + 1 });
  // The service cannot search for such a text, so no payment has it.
  if (response.kind === "refused" && response.refusal.kind === "rejected") return NO_MATCH;
  if (response.kind !== "answered") return { kind: "service_error", serviceError: serviceErrorOf(response) };
  const { payments } = response.value;
  return payments.length === 0
    ? NO_MATCH
    : found(
        (await withOwnAmountsOf(ctx, payments)).map((payment) =>
          presentPaymentItem(payment, ctx.clock.now(), ["remaining"]),
        ),
      );
}

function found(payments: PaymentListItem[]): Extract<Found, { kind: "found" }> {
  return {
    kind: "found",
    payments: payments.slice(0, MAX_PAYMENTS_OF_LINE),
    isMore: payments.length > MAX_PAYMENTS_OF_LINE,
  };
}

/**
 * Uses the five endpoints of the specification, which look up by reference only, and what this dashboard has seen.
 * `otherwise`: the result when it has seen no such payment.
 */
async function findWithoutList(ctx: Ctx, term: Identifier, otherwise: Found): Promise<Found> {
  switch (term.kind) {
    case "reference":
      return findByReference(ctx, term.reference, null);
    case "transaction_id": {
      const { serviceAddress } = ctx.routing;
      const reference = await findKnownReference(ctx.pool, { serviceAddress, transactionId: term.id });
      return reference === null ? otherwise : findByReference(ctx, reference, term.id);
    }
    case "refund_id": {
      const response = await ctx.routing.refundStatus(term.id);
      if (response.kind === "answered") {
        const { merchant_transaction_id: reference, transaction_id: transactionId } = response.value;
        return findByReference(ctx, reference, transactionId);
      }
      if (response.kind === "refused" && response.refusal.kind === "not_found") return NO_MATCH;
      return { kind: "service_error", serviceError: serviceErrorOf(response) };
    }
    case "gateway_id":
    case "email":
    case "phone": {
      const seen = await findSeen(ctx, term);
      return seen.kind === "no_match" ? otherwise : seen;
    }
  }
}

/** `transactionId`: the one that is meant; null for all records of the reference. */
async function findByReference(ctx: Ctx, reference: string, transactionId: string | null): Promise<Found> {
  const lookup = await findPayments(ctx, reference);
  switch (lookup.kind) {
    case "found": {
      const payments = lookup.payments
        .filter((payment) => transactionId === null || payment.transactionId === transactionId)
        .map((payment) => presentSeenItem(payment, ctx.clock.now()));
      return payments.length === 0 ? NO_MATCH : found(await withRefundsMadeHere(ctx, payments));
    }
    case "service_error":
      return { kind: "service_error", serviceError: lookup.serviceError };
    case "not_found":
    case "invalid":
      return NO_MATCH;
  }
}
