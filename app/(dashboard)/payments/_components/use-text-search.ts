"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useActionState, useState, useTransition } from "react";
import { asLost, askDashboard } from "@/components/live/ask-dashboard";
import { useLookup } from "@/components/live/use-lookup";
import { paymentsQueryKey } from "@/components/payments/use-payments";
import { useOwner, usePagePerson } from "@/components/ui/page-account";
import { useRouter } from "@/components/ui/use-router";
import { textOf } from "@/lib/form";
import type { TextSearchOutcome } from "@/lib/payments/text-search-view";
import { paths } from "@/lib/paths";
import { plainSearchAction } from "../list-actions";
import { keepPastedLines } from "./pasted-lines";

/** `lost`: no response arrived. Nothing was changed, so searching again is safe. */
export type ShownOutcome = Exclude<TextSearchOutcome, { kind: "opens" | "lines" }> | { kind: "lost" };

/**
 * Asks by POST, so that a contact gets into no address or log (decision 0246), and opens what was found. Without JavaScript
 * `plainAction` does the same.
 */
export function useTextSearch(reference: string) {
  const router = useRouter();
  const client = useQueryClient();
  const owner = useOwner(usePagePerson());
  const { isLooking, lookUp } = useLookup();
  const [isOpening, startOpening] = useTransition();
  const [plainOutcome, plainAction] = useActionState(plainSearchAction, null);
  const [shown, setShown] = useState({ reference, outcome: shownOf(plainOutcome) });

  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const text = textOf(new FormData(event.currentTarget), "reference");
    if (text === "") return;
    if (text === reference) {
      void client.invalidateQueries({ queryKey: paymentsQueryKey(reference) });
      return;
    }
    const outcome = await lookUp((signal) =>
      askDashboard<TextSearchOutcome>(paths.api.search(), text, signal).catch(asLost),
    );
    if (outcome === null) return;
    if (outcome.kind === "opens") startOpening(() => router.push(outcome.href));
    if (outcome.kind === "lines") {
      keepPastedLines({ owner, text: outcome.text });
      startOpening(() => router.push(paths.findLines()));
    }
    setShown({ reference, outcome: outcome.kind === "lost" ? outcome : shownOf(outcome) });
  };

  // A notice belongs to the page that it was shown on.
  return {
    outcome: shown.reference === reference ? shown.outcome : null,
    isSearching: isLooking || isOpening,
    submit,
    plainAction,
  };
}

function shownOf(outcome: TextSearchOutcome | null): ShownOutcome | null {
  return outcome === null || outcome.kind === "opens" || outcome.kind === "lines" ? null : outcome;
}
