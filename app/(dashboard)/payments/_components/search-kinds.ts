"use client";

import { useTranslations } from "use-intl/react";
import { searchTermsOf, type SearchKind } from "@/lib/payments/search-terms";

/** What a service without the list of payments can still find. */
const WITHOUT_LIST: readonly SearchKind[] = ["reference", "transaction_id", "refund_id"];

export function isSearchable(kind: SearchKind, hasList: boolean): boolean {
  return hasList || WITHOUT_LIST.includes(kind);
}

/** The names of kinds, as a list in their order. */
export function useKindNames(): (kinds: readonly SearchKind[]) => string {
  const t = useTranslations("payments");
  return (kinds) => kinds.map((kind) => t(`search.kind.${kind}`)).join(", ");
}

/** What a text that matched nothing was searched as, and what it could not be searched as. */
export function triedOf(text: string, hasList: boolean): { tried: SearchKind[]; notOffered: SearchKind[] } {
  const kinds = searchTermsOf(text).map(({ kind }) => kind);
  return {
    tried: kinds.filter((kind) => isSearchable(kind, hasList)),
    notOffered: kinds.filter((kind) => !isSearchable(kind, hasList)),
  };
}
