import type { OpsArguments } from "@/lib/contract/ops";
import type { TransactionRecord } from "@/lib/contract/responses";
import {
  mayBeContact,
  type SearchKind,
  type SearchTerm,
  searchTermsOf,
  severalIn,
} from "@/lib/payments/search-terms";
import type { TextSearchOutcome } from "@/lib/payments/text-search-view";
import { paths } from "@/lib/paths";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { findPayments } from "../queries/find-payments";
import { findSeen, type SeenTerm } from "../queries/find-seen";
import { recordContactSearch } from "../queries/record-contact-search";
import { serviceErrorOf } from "../../routing-client/call-result";
import { notOfferedOr } from "../../routing-client/capabilities";
import { findKnownReference } from "../store/known-references";
import { startCustomerSearch } from "./start-customer-search";

/** One term's result. `no_match` is returned only when the service said so (failure 7). */
type Found = TextSearchOutcome | { kind: "no_match" } | { kind: "not_offered" } | { kind: "not_seen" };

const NO_MATCH = { kind: "no_match" } as const;

/**
 * Finds payments by whatever a person typed: each thing that the text may be is tried, the most exact first, until one
 * matches. One hit opens its payment, several open their list. A contact gets into no address (decision 0246).
 */
export async function findByText(ctx: Ctx, typed: string): Promise<TextSearchOutcome> {
  if (!(await authorize(ctx, "view_payments", { kind: "payment_list", id: "search" }))) {
    return { kind: "forbidden" };
  }
  const terms = searchTermsOf(typed);
  const isPrivate = mayBeContact(typed);
  const capabilities = await ctx.routing.capabilities();
  const hasList = capabilities.offers("payments.search");
  const missing = notOfferedOr(capabilities);
  const tried = new Set<SearchKind>();
  const notOffered = new Set<SearchKind>();
  const notSeen = new Set<SearchKind>();
  for (const term of terms) {
    const found = hasList
      ? await findTerm(ctx, term, { isPrivate })
      : await findWithoutList(ctx, term, missing.kind === "service_error" ? missing : { kind: "not_seen" });
    if (found.kind === "no_match") tried.add(term.kind);
    else if (found.kind === "not_offered") notOffered.add(term.kind);
    else if (found.kind === "not_seen") notSeen.add(term.kind);
    // The page of a reference asks the service again. It would not for other terms, and read "not found".
    else if (found.kind === "service_error" && term.kind === "reference" && !isPrivate)
      return inAddress(term.reference);
    else return found;
  }
  const nothing: TextSearchOutcome =
    isPrivate || notOffered.size > 0
      ? { kind: "nothing", tried: [...tried], notOffered: [...notOffered], notSeen: [...notSeen] }
      : inAddress(typed, "all");
  const several = severalIn(typed);
  return several === null ? nothing : { kind: "lines", text: several.join("\n"), otherwise: nothing };
}

/** The page of a text that is no contact, which can be reloaded and shared. */
function inAddress(typed: string, searched?: "all"): TextSearchOutcome {
  return { kind: "opens", href: paths.paymentList({ reference: typed, searched }) };
}

type Options = { isPrivate: boolean };

async function findTerm(ctx: Ctx, term: SearchTerm, options: Options): Promise<Found> {
  switch (term.kind) {
    case "transaction_id":
      return searchFor(ctx, { transaction_id: term.id }, () => paths.payment(term.id));
    case "refund_id":
      return findByRefund(ctx, term.id);
    case "email":
    case "phone":
      return findByContact(ctx, term);
    case "reference":
      return findByReference(ctx, term.reference);
    case "gateway_id":
      return searchFor(ctx, { gateway_transaction_id: term.id }, ([newest]) =>
        newest === undefined ? null : paths.payment(newest.transaction_id, newest.merchant_transaction_id),
      );
    case "amount": {
      const { amount } = term;
      const list = (): string | null =>
        options.isPrivate ? null : paths.paymentList({ min: amount, max: amount });
      return searchFor(ctx, { amount_min: amount, amount_max: amount }, list);
    }
    case "prefix": {
      const list = (): string | null =>
        options.isPrivate ? null : paths.paymentList({ prefix: term.prefix });
      return searchFor(ctx, { reference_prefix_any_case: term.prefix }, list);
    }
  }
}

/**
 * Uses the five endpoints of the specification, and what this dashboard has seen; `unseen`: when it has seen nothing.
 */
async function findWithoutList(ctx: Ctx, term: SearchTerm, unseen: Found): Promise<Found> {
  switch (term.kind) {
    case "transaction_id":
      return opensKnown(ctx, term.id);
    case "refund_id":
      return findByRefund(ctx, term.id);
    case "reference":
      return findByReference(ctx, term.reference);
    case "email":
    case "phone":
      await recordContactSearch(ctx, term.writings.slice(0, 1));
      return openSeen(ctx, term, unseen);
    case "gateway_id":
    case "amount":
    case "prefix":
      return openSeen(ctx, term, unseen);
  }
}

async function openSeen(ctx: Ctx, term: SeenTerm, unseen: Found): Promise<Found> {
  const seen = await findSeen(ctx, term);
  if (seen.kind === "no_match") return unseen;
  if (seen.kind === "service_error") return seen;
  const [payment, ...others] = seen.payments;
  return payment === undefined || others.length > 0
    ? { kind: "seen", payments: seen.payments, isMore: seen.isMore }
    : { kind: "opens", href: paths.payment(payment.transactionId, payment.reference) };
}

/** The service knows a payment by its reference only, so the page asks for it unless the dashboard has seen it. */
async function opensKnown(ctx: Ctx, transactionId: string): Promise<Found> {
  const { serviceAddress } = ctx.routing;
  const reference = await findKnownReference(ctx.pool, { serviceAddress, transactionId });
  return { kind: "opens", href: paths.payment(transactionId, reference ?? undefined) };
}

async function findByRefund(ctx: Ctx, refundId: string): Promise<Found> {
  const response = await ctx.routing.refundStatus(refundId);
  if (response.kind === "answered") {
    const { transaction_id: transactionId, merchant_transaction_id: reference } = response.value;
    return { kind: "opens", href: paths.payment(transactionId, reference) };
  }
  if (response.kind === "refused" && response.refusal.kind === "not_found") return NO_MATCH;
  return { kind: "service_error", serviceError: serviceErrorOf(response) };
}

async function findByReference(ctx: Ctx, reference: string): Promise<Found> {
  const found = await findPayments(ctx, reference);
  switch (found.kind) {
    case "found": {
      const [latest] = found.payments;
      // Its page shows the other attempts.
      return latest === undefined
        ? NO_MATCH
        : { kind: "opens", href: paths.payment(latest.transactionId, latest.reference) };
    }
    case "service_error":
      return { kind: "service_error", serviceError: found.serviceError };
    case "not_found":
    case "invalid":
      return NO_MATCH;
  }
}

/** The first writing that a payment has. The search is stored on the server, and its id is in the address. */
async function findByContact(ctx: Ctx, term: Extract<SearchTerm, { writings: string[] }>): Promise<Found> {
  for (const value of term.writings) {
    const field = term.kind === "email" ? { customer_email: value } : { customer_phone: value };
    const started = await startCustomerSearch(ctx, { value });
    if (started.kind === "forbidden") return started;
    if (started.kind === "invalid") continue;
    const found = await searchFor(ctx, field, () => paths.paymentList({ customer: started.searchId }));
    if (found.kind !== "no_match") return found;
  }
  return NO_MATCH;
}

/** `listOf`: the address of several payments; null when it would contain what may be a contact. */
async function searchFor(
  ctx: Ctx,
  fields: OpsArguments<"payments.search">,
  listOf: (payments: readonly TransactionRecord[]) => string | null,
): Promise<Found> {
  const response = await ctx.routing.ops("payments.search", { ...fields, limit: 2 });
  if (response.kind === "refused" && response.refusal.kind === "rejected") return { kind: "not_offered" };
  if (response.kind !== "answered") return { kind: "service_error", serviceError: serviceErrorOf(response) };
  const [payment, ...others] = response.value.payments;
  if (payment === undefined) return NO_MATCH;
  if (others.length === 0) {
    const { transaction_id: transactionId, merchant_transaction_id: reference } = payment;
    return { kind: "opens", href: paths.payment(transactionId, reference) };
  }
  const href = listOf(response.value.payments);
  return href === null ? { kind: "several" } : { kind: "opens", href };
}
