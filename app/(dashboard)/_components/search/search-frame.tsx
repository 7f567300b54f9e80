"use client";

import { useSearchParams } from "next/navigation";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { usePath } from "@/components/ui/use-path";
import { paths } from "@/lib/paths";
import { PaymentSkeleton } from "../../payments/[transactionId]/_components/payment-skeleton";
import { PaletteButton } from "../palette-button";
import { SearchField } from "./search-field";
import { SearchNotice } from "./search-notice";
import { useTextSearch } from "./use-text-search";

type SearchFrameProps = {
  /** Whether the person may search in other accounts too. */
  hasAccounts?: boolean;
  children: ReactNode;
};

/** The search on top of every page, and below it the page. A search that opens another one shows its skeleton at once. */
export function SearchFrame({ hasAccounts = false, children }: SearchFrameProps) {
  const t = useTranslations("search");
  const path = usePath();
  const parameters = useSearchParams();
  const isList = path === paths.payments();
  const reference = isList ? (parameters.get("reference") ?? "") : "";
  const page = `${path}?${parameters.toString()}`;
  const { outcome, isSearching, submit, plainAction } = useTextSearch({ page, reference });
  return (
    <>
      <div className="search-bar">
        <form
          role="search"
          aria-label={t("name")}
          action={plainAction}
          onSubmit={submit}
          className="contents"
        >
          <SearchField
            page={page}
            reference={reference}
            isSearching={isSearching}
            hasAccounts={hasAccounts}
          />
        </form>
        <span className="max-lg:hidden">
          <PaletteButton />
        </span>
      </div>
      <PageMain>
        {outcome !== null && (
          <div className="mt-1 mb-5 max-w-4xl">
            <SearchNotice outcome={outcome} />
          </div>
        )}
        {isSearching && (
          <div role="status" aria-label={t("looking")}>
            <PaymentSkeleton />
          </div>
        )}
        <div className={isSearching ? "hidden" : "contents"}>{children}</div>
      </PageMain>
    </>
  );
}

/** The part of a page beside the menu. */
export function PageMain({ children }: { children: ReactNode }) {
  return (
    <main id="content" tabIndex={-1} className="page-main">
      <div className="mx-auto max-w-[100rem] has-[.on-page,.record,.settings]:max-w-none">{children}</div>
    </main>
  );
}
