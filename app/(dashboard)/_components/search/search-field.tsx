"use client";

import { Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { CONTROL_CLASS } from "@/components/ui/field";
import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";
import { lazyPart, useLazyPart } from "@/components/ui/lazy-part";
import { paths } from "@/lib/paths";
import { useLinesPaste } from "./pasted-lines";
import { SEARCH_FIELD_ID } from "./search-focus";
import { useKindNames, useKindsOf } from "./search-kinds";

/** Loaded with the first letter. */
const hitsPart = lazyPart(() => import("./top-hits").then((module) => module.TopHits));

type SearchFieldProps = {
  /** The address: the field follows it. */
  page: string;
  reference: string;
  isSearching: boolean;
  /** Whether the person may search in other accounts too. */
  hasAccounts: boolean;
};

/** The field with its button, and below it what the typed text will be searched as. */
export function SearchField({ page, reference, isSearching, hasAccounts }: SearchFieldProps) {
  const t = useTranslations("search");
  const namesOf = useKindNames();
  const hintId = useId();
  const onPaste = useLinesPaste();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState({ text: reference, isNew: false });
  // Nothing covers what a search finds.
  if (isSearching && typed.isNew) setTyped({ ...typed, isNew: false });

  // The field holds the address already, or what was typed before hydration, which stays; so does what is being typed.
  const shown = useRef({ page, reference });
  useEffect(() => {
    const { current } = field;
    if (current === null) return;
    const isTyping = document.activeElement === current && current.value !== shown.current.reference;
    if (shown.current.page !== page && !isTyping) current.value = reference;
    shown.current = { page, reference };
    setTyped(({ isNew }) => ({ text: current.value, isNew }));
  }, [page, reference]);

  const kinds = useKindsOf(typed.isNew && typed.text !== reference ? typed.text : "");
  const hits = useLazyPart(kinds.length > 0 ? hitsPart : null);
  return (
    <>
      <div onKeyDown={onKeyDown} className="group/search relative max-w-[35rem] min-w-0 grow">
        <label htmlFor={SEARCH_FIELD_ID} className="sr-only">
          {t("label")}
        </label>
        <input
          ref={field}
          id={SEARCH_FIELD_ID}
          name="reference"
          type="text"
          dir="auto"
          required
          placeholder={t("accepts")}
          defaultValue={reference}
          onChange={(event) => setTyped({ text: event.currentTarget.value, isNew: true })}
          onPaste={onPaste}
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          aria-keyshortcuts="/"
          aria-describedby={hintId}
          className={cx(CONTROL_CLASS, "peer h-8! pr-10 pl-9 text-sm text-ellipsis pointer-coarse:pl-11")}
        />
        <Button
          isPlain
          type="submit"
          variant="ghost"
          aria-label={t("button")}
          busy={isSearching}
          icon={<Search aria-hidden className="size-4" />}
          className="absolute! inset-y-0 left-0 my-auto w-9 px-0!"
        />
        <kbd
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-2.5 hidden size-5 -translate-y-1/2 place-items-center rounded-sm border border-line bg-sunken font-sans text-xs text-ink-muted peer-focus:hidden sm:grid pointer-coarse:hidden"
        >
          /
        </kbd>
        {/* The list covers what is below, so that nothing moves while one types. */}
        <div
          className={
            kinds.length > 0
              ? "absolute inset-x-0 top-full z-20 mt-1 hidden rounded-lg border border-line bg-surface shadow-floating group-focus-within/search:block sm:min-w-[36rem]"
              : "sr-only"
          }
        >
          <p id={hintId} aria-live="polite" className="px-3 py-1.5 text-xs text-ink-muted">
            {kinds.length > 0 ? t("recognised", { kinds: namesOf(kinds) }) : t("accepts")}
          </p>
          {kinds.length > 0 && hits.kind === "ready" && (
            <hits.part typed={typed.text} hasAccounts={hasAccounts} />
          )}
        </div>
      </div>
      <Link
        href={paths.findLines()}
        className="ml-auto text-sm whitespace-nowrap text-ink-muted underline-offset-2 hover:underline max-sm:hidden"
      >
        {t("lines")}
      </Link>
    </>
  );
}

/** The arrows go through what was found. Single keys do not fire in the field: Escape leads back to it, then leaves it. */
function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1, Escape: 0 }[event.key];
  if (step === undefined || event.nativeEvent.isComposing) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("input, li a")];
  const here = stops.findIndex((stop) => stop === document.activeElement);
  if (step === 0 && here === 0) return stops[0]?.blur();
  event.preventDefault();
  stops[step === 0 ? 0 : here + step]?.focus();
}
