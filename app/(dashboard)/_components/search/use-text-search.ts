"use client";

import { type SubmitEvent, useActionState, useState, useTransition } from "react";
import { fetchOutcome } from "@/components/live/fetch-view";
import { usePageRead } from "@/components/live/use-page-read";
import { useOwner, usePagePerson } from "@/components/ui/page-account";
import { useRouter } from "@/components/ui/use-router";
import { textOf } from "@/lib/form";
import type { TextSearchOutcome } from "@/lib/payments/text-search-view";
import { paths } from "@/lib/paths";
import { textSearchAction } from "./actions";
import { keepPastedLines } from "./pasted-lines";

/** `lost`: no response arrived. Nothing was changed, so searching again is safe. */
export type ShownOutcome = Exclude<TextSearchOutcome, { kind: "opens" | "lines" }> | { kind: "lost" };

/**
 * Sends the text of the search field by POST, so that a contact gets into no address or log (decision 0246), and opens
 * what was found. Without JavaScript `plainAction` does the same.
 */
export function useTextSearch({ page, reference }: { page: string; reference: string }) {
  const router = useRouter();
  const owner = useOwner(usePagePerson());
  const { isReading, read } = usePageRead();
  const [isOpening, startOpening] = useTransition();
  const [plainOutcome, plainAction] = useActionState(textSearchAction, null);
  const [shown, setShown] = useState({ page, outcome: shownOf(plainOutcome) });

  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const text = textOf(new FormData(event.currentTarget), "reference");
    if (text === "") return;
    if (text === reference) return router.refresh();
    void search(text);
  };

  const search = async (text: string): Promise<void> => {
    const outcome = await read((signal) => send(text, signal));
    if (outcome === null) return;
    if (outcome.kind === "opens") {
      // The keys of a payment's page work at once.
      if (outcome.href.startsWith(paths.payment(""))) (document.activeElement as HTMLElement | null)?.blur();
      startOpening(() => router.push(outcome.href));
    }
    if (outcome.kind === "lines") {
      keepPastedLines({ owner, text: outcome.text });
      startOpening(() => router.push(paths.findLines()));
    }
    setShown({ page, outcome: outcome.kind === "lost" ? outcome : shownOf(outcome) });
  };

  // A notice belongs to the page that it was shown on.
  return {
    outcome: shown.page === page ? shown.outcome : null,
    isSearching: isReading || isOpening,
    submit,
    plainAction,
  };
}

async function send(text: string, signal: AbortSignal): Promise<TextSearchOutcome | { kind: "lost" }> {
  try {
    return await fetchOutcome<TextSearchOutcome>(paths.api.search(), signal, text);
  } catch {
    return { kind: "lost" };
  }
}

function shownOf(outcome: TextSearchOutcome | null): ShownOutcome | null {
  return outcome === null || outcome.kind === "opens" || outcome.kind === "lines" ? null : outcome;
}
