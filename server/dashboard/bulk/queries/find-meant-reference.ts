import type { TransactionRecord } from "@/lib/contract/responses";
import { searchTermsOf } from "@/lib/payments/search-terms";
import type { ServiceError } from "@/lib/service-error";
import { withoutCopiedSigns } from "@/lib/text";
import { readRecords } from "../../payments";
import { serviceErrorOf } from "../../routing-client/call-result";
import type { Services } from "../../runtime";

type MeantReference =
  /** The reference without what copying put around it, as the search reads it (decision 0024). */
  | { kind: "found"; reference: string; records: readonly TransactionRecord[] }
  /** Something else that the search would find: a person decides. */
  | { kind: "suggested"; reference: string }
  | { kind: "none" }
  | { kind: "service_error"; serviceError: ServiceError };

/** What a row means whose reference no payment has exactly. */
export async function findMeantReference(services: Services, typed: string): Promise<MeantReference> {
  const terms = searchTermsOf(typed);
  const references = terms.flatMap((term) => (term.kind === "reference" ? [term.reference] : []));
  for (const reference of new Set([typed.trim(), ...references])) {
    if (reference === typed) continue;
    const response = await readRecords(services, reference);
    if (response.kind === "answered") {
      const isSame = reference === typed.trim() || reference === withoutCopiedSigns(typed);
      return isSame
        ? { kind: "found", reference, records: response.value }
        : { kind: "suggested", reference };
    }
    if (response.kind !== "refused" || response.refusal.kind !== "not_found")
      return { kind: "service_error", serviceError: serviceErrorOf(response) };
  }
  if (!(await services.routing.capabilities()).offers("payments.search")) return { kind: "none" };
  for (const term of terms) {
    if (term.kind !== "transaction_id" && term.kind !== "prefix") continue;
    const fields =
      term.kind === "prefix"
        ? { reference_prefix_any_case: term.prefix, limit: MOST_LOOKED_AT }
        : { transaction_id: term.id, limit: 1 };
    const response = await services.routing.ops("payments.search", fields);
    if (response.kind !== "answered") continue;
    const found = response.value.payments.find(
      ({ merchant_transaction_id: reference }) =>
        term.kind === "transaction_id" || reference.toLowerCase() === term.prefix.toLowerCase(),
    );
    if (found !== undefined) return { kind: "suggested", reference: found.merchant_transaction_id };
  }
  return { kind: "none" };
}

const MOST_LOOKED_AT = 10;
