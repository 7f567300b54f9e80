import { useEffect, useState } from "react";
import { fetchOutcome } from "@/components/live/fetch-view";
import type { PaymentListItem } from "@/lib/payments/payment-list-views";
import { mayBeContact } from "@/lib/payments/search-terms";
import type { TopHitsOutcome } from "@/lib/payments/text-search-view";
import { paths } from "@/lib/paths";

/** Until somebody pauses. */
const PAUSE_MS = 200;
/** A shorter text begins too many references. */
const SHORTEST = 3;

/** `text`: what was searched for. It may have been typed on since. */
type TopHits = { text: string; payments: readonly PaymentListItem[] };

/** The payments that a text may mean while it is typed; null until that is known, and for a text that waits for Enter. */
export function useTopHits(typed: string): TopHits | null {
  const [found, setFound] = useState<TopHits | null>(null);
  const isSearched = typed.trim().length >= SHORTEST && !mayBeContact(typed);
  useEffect(() => {
    if (!isSearched) return;
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      fetchOutcome<TopHitsOutcome>(paths.api.topHits(), leaving.signal, typed).then(
        (outcome) => setFound(outcome.kind === "hits" ? { text: typed, payments: outcome.payments } : null),
        // The search itself tells what is wrong.
        () => !leaving.signal.aborted && setFound(null),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [typed, isSearched]);
  return isSearched ? found : null;
}

/** Those that the text of now means for certain: until it has been searched for, the ones whose reference begins with it. */
export function stillMeant({ text, payments }: TopHits, typed: string): readonly PaymentListItem[] | null {
  if (text === typed) return payments;
  const start = typed.trim().toLowerCase();
  const meant = payments.filter(({ reference }) => reference.toLowerCase().startsWith(start));
  return meant.length > 0 ? meant : null;
}
