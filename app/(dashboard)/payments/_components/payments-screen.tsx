"use client";

import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { PageHeader } from "@/components/ui/page-header";
import { RecordsSkeleton } from "./records-skeleton";
import { SearchField } from "./search-field";
import { SearchNotice } from "./search-notice";
import { useTextSearch } from "./use-text-search";

type PaymentsScreenProps = {
  reference: string;
  /** Whether the service can list payments, not only look up one reference. */
  hasList: boolean;
  /** Whether the filter of the list is wrong: its field has the focus then. */
  hasFault?: boolean;
  /** Actions beside the title. */
  actions?: ReactNode;
  children?: ReactNode;
};

/**
 * The search and below it its results, or the list of all payments while nothing is searched for. A new search shows
 * its skeleton in the same frame.
 */
export function PaymentsScreen({
  reference,
  hasList,
  hasFault = false,
  actions,
  children,
}: PaymentsScreenProps) {
  const t = useTranslations("payments");
  const { outcome, isSearching, submit, plainAction } = useTextSearch(reference);
  return (
    <>
      <PageHeader title={t("title")} actions={actions} />
      <form
        role="search"
        aria-label={t("title")}
        action={plainAction}
        onSubmit={submit}
        className="mb-5 max-w-4xl"
      >
        <SearchField reference={reference} hasList={hasList} isSearching={isSearching} hasFault={hasFault} />
      </form>
      {isSearching ? (
        <RecordsSkeleton />
      ) : (
        <>
          {outcome !== null && (
            <div className="mb-5 max-w-4xl">
              <SearchNotice outcome={outcome} />
            </div>
          )}
          {children}
        </>
      )}
    </>
  );
}
