"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useTransition, type SubmitEvent, type ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { SEARCH_FIELD_ID } from "@/app/(dashboard)/_components/pressed-key";
import { paymentsQueryKey } from "@/components/payments/use-payments";
import { Button } from "@/components/ui/button";
import { CONTROL_CLASS } from "@/components/ui/field";
import { cx } from "@/components/ui/cx";
import { PageHeader } from "@/components/ui/page-header";
import { paths } from "@/lib/paths";
import { RecordsSkeleton } from "./records-skeleton";

type PaymentsScreenProps = {
  reference: string;
  /** Actions beside the title. */
  actions?: ReactNode;
  children?: ReactNode;
};

/**
 * The search and below it its results, or the list of all payments while nothing is searched for. A new search shows
 * its skeleton in the same frame; without JavaScript the form is a plain GET to the same address.
 */
export function PaymentsScreen({ reference, actions, children }: PaymentsScreenProps) {
  const t = useTranslations("payments");
  const router = useRouter();
  const client = useQueryClient();
  const [isSearching, startSearch] = useTransition();
  const field = useRef<HTMLInputElement>(null);

  // The field follows the address (a link, the back button) but is not remounted, so it keeps the focus. At first it
  // holds the address already, or early input, which stays.
  const shownReference = useRef(reference);
  useEffect(() => {
    if (field.current === null || shownReference.current === reference) return;
    shownReference.current = reference;
    field.current.value = reference;
  }, [reference]);

  const search = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const wanted = new FormData(event.currentTarget).get("reference");
    if (typeof wanted !== "string" || wanted === "") return;
    if (wanted === reference) {
      void client.invalidateQueries({ queryKey: paymentsQueryKey(reference) });
      return;
    }
    startSearch(() => router.push(paths.payments(wanted)));
  };

  return (
    <>
      <PageHeader title={t("title")} actions={actions} />
      <form
        role="search"
        aria-label={t("title")}
        method="get"
        action={paths.payments()}
        onSubmit={search}
        className="mb-6 max-w-4xl"
      >
        <label htmlFor={SEARCH_FIELD_ID} className="mb-1 block text-sm font-medium">
          {t("search.label")}
        </label>
        <div className="flex gap-2">
          <div className="relative min-w-0 grow">
            <Search
              aria-hidden
              className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-muted"
            />
            <input
              ref={field}
              id={SEARCH_FIELD_ID}
              name="reference"
              type="text"
              dir="auto"
              required
              defaultValue={reference}
              autoFocus={reference === ""}
              autoComplete="off"
              autoCapitalize="off"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="search"
              aria-keyshortcuts="/"
              className={cx(CONTROL_CLASS, "peer h-10 pr-10 pl-9")}
            />
            <kbd
              aria-hidden
              className="pointer-events-none absolute top-1/2 right-2.5 hidden size-5 -translate-y-1/2 place-items-center rounded-sm border border-line bg-sunken font-sans text-xs text-ink-muted peer-focus:hidden sm:grid"
            >
              /
            </kbd>
          </div>
          <Button type="submit" variant="primary" busy={isSearching} className="h-10">
            {t("search.button")}
          </Button>
        </div>
      </form>
      {isSearching ? <RecordsSkeleton /> : children}
    </>
  );
}
