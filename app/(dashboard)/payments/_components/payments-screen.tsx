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
  tabs?: ReactNode;
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
  tabs,
  children,
}: PaymentsScreenProps) {
  const t = useTranslations("payments");
  const { outcome, isSearching, submit, plainAction } = useTextSearch(reference);
  return (
    <>
      <form
        role="search"
        aria-label={t("title")}
        action={plainAction}
        onSubmit={submit}
        className="-mx-(--gutter) -mt-3 flex min-h-12 items-center border-b border-line px-(--gutter)"
      >
        <SearchField reference={reference} hasList={hasList} isSearching={isSearching} hasFault={hasFault} />
      </form>
      <PageHeader title={t("title")} actions={actions} tabs={tabs ?? null} />
      {isSearching ? (
        <div className="mt-4">
          <RecordsSkeleton />
        </div>
      ) : (
        // The toolbar of the list is close to the line above it.
        <div className={tabs === undefined || tabs === null ? "mt-4" : undefined}>
          {outcome !== null && (
            <div className="mt-3 mb-5 max-w-4xl">
              <SearchNotice outcome={outcome} />
            </div>
          )}
          {children}
        </div>
      )}
    </>
  );
}
