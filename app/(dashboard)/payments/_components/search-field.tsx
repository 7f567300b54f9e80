"use client";

import { Search } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { SEARCH_FIELD_ID } from "@/app/(dashboard)/_components/search-focus";
import { Button } from "@/components/ui/button";
import { CONTROL_CLASS } from "@/components/ui/field";
import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";
import { useOwner, usePagePerson } from "@/components/ui/page-account";
import { useRouter } from "@/components/ui/use-router";
import { linesOf } from "@/lib/payments/lines-view";
import { paths } from "@/lib/paths";
import { keepPastedLines } from "./pasted-lines";
import { useKindNames, useKindsOf } from "./search-kinds";

type SearchFieldProps = {
  reference: string;
  hasList: boolean;
  isSearching: boolean;
  /** Whether another field of the page is wrong, and has the focus. */
  hasFault?: boolean;
};

/** The field, its button, and below them what the typed text will be searched as. */
export function SearchField({ reference, hasList, isSearching, hasFault = false }: SearchFieldProps) {
  const t = useTranslations("payments");
  const namesOf = useKindNames();
  const hintId = useId();
  const router = useRouter();
  const owner = useOwner(usePagePerson());
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(reference);

  // The field follows the address (a link, the back button) but is not remounted, so it keeps the focus. At first it
  // holds the address already, or early input, which stays.
  const shownReference = useRef(reference);
  useEffect(() => {
    if (field.current === null) return;
    if (shownReference.current !== reference) {
      shownReference.current = reference;
      field.current.value = reference;
    }
    setTyped(field.current.value);
  }, [reference]);

  // The text of the address has been searched already.
  const kinds = useKindsOf(typed === reference ? "" : typed);
  return (
    <>
      <label htmlFor={SEARCH_FIELD_ID} className="sr-only">
        {t("search.label")}
      </label>
      <div className="flex min-w-0 grow items-center gap-2">
        <div className="relative max-w-xl min-w-0 grow">
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
            placeholder={t(hasList ? "search.accepts" : "search.acceptsFew")}
            defaultValue={reference}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onPaste={(event) => {
              const text = event.clipboardData.getData("text/plain");
              // A field of one line would join the lines.
              if (linesOf(text).length < 2) return;
              event.preventDefault();
              keepPastedLines({ owner, text });
              router.push(paths.findLines());
            }}
            onKeyDown={(event) => {
              // The field has focus from the start, and single keys do not fire in it: Escape gives them back.
              if (event.key === "Escape" && !event.nativeEvent.isComposing) event.currentTarget.blur();
            }}
            autoFocus={reference === "" && !hasFault}
            autoComplete="off"
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="search"
            aria-keyshortcuts="/"
            aria-describedby={hintId}
            className={cx(CONTROL_CLASS, "peer h-8 pr-10 pl-9 text-sm")}
          />
          <kbd
            aria-hidden
            className="pointer-events-none absolute top-1/2 right-2.5 hidden size-5 -translate-y-1/2 place-items-center rounded-sm border border-line bg-sunken font-sans text-xs text-ink-muted peer-focus:hidden sm:grid pointer-coarse:hidden"
          >
            /
          </kbd>
          {/* Over what is below, so that nothing moves while one types. */}
          <p
            id={hintId}
            aria-live="polite"
            className={
              kinds.length > 0
                ? "absolute top-full z-20 mt-1 rounded border border-line bg-surface px-2 py-1 text-xs text-ink-muted shadow-floating"
                : "sr-only"
            }
          >
            {kinds.length > 0
              ? t("search.recognised", { kinds: namesOf(kinds) })
              : t(hasList ? "search.accepts" : "search.acceptsFew")}
          </p>
        </div>
        <Button isPlain type="submit" busy={isSearching} className="h-8 text-sm">
          {t("search.button")}
        </Button>
        <Link
          href={paths.findLines()}
          className="ml-auto text-sm whitespace-nowrap text-accent underline-offset-2 hover:underline max-sm:hidden"
        >
          {t("search.lines")}
        </Link>
      </div>
    </>
  );
}
