"use client";

import { useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import { lazyPart } from "@/components/ui/lazy-part";
import type { SearchKind } from "@/lib/payments/search-terms";

/** Most visits only read: what a text may be is loaded with its first letter. */
const recognition = lazyPart(() =>
  import("@/lib/payments/search-terms").then((module) => module.searchTermsOf),
);

/** What a service without the list of payments can still find, or its page asks for. The rest Paydeck must have seen. */
const WITHOUT_LIST: readonly SearchKind[] = ["reference", "transaction_id", "refund_id"];

export function isSearchable(kind: SearchKind, hasList: boolean): boolean {
  return hasList || WITHOUT_LIST.includes(kind);
}

/** The names of kinds, as a list in their order. */
export function useKindNames(): (kinds: readonly SearchKind[]) => string {
  const t = useTranslations("search");
  return (kinds) => kinds.map((kind) => t(`kind.${kind}`)).join(", ");
}

/** What a text may be, the most exact first; none until that has loaded. The server searches without it. */
export function useKindsOf(text: string): SearchKind[] {
  const [termsOf, setTermsOf] = useState(recognition.loaded);
  const isNeeded = text !== "" && termsOf === null;
  useEffect(() => {
    if (!isNeeded) return;
    let isOver = false;
    recognition.load().then(
      (loaded) => !isOver && setTermsOf(() => loaded),
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [isNeeded]);
  return termsOf === null ? [] : [...new Set(termsOf(text).map(({ kind }) => kind))];
}
