import { useEffect, useState } from "react";
import { fetchOutcome } from "@/components/live/fetch-view";
import type { PaymentListItem } from "@/lib/payments/payment-list-views";
import type { TopHitsOutcome } from "@/lib/payments/text-search-view";
import { paths } from "@/lib/paths";

/** Until somebody pauses. */
const PAUSE_MS = 200;
/** A shorter text begins too many references. */
const SHORTEST = 3;

/**
 * The payments that a text may mean while it is typed; null until that is known, and for a text that is too short. Those of the text
 * before stay while it is typed on.
 */
export function useTopHits(typed: string): readonly PaymentListItem[] | null {
  const [found, setFound] = useState<{ typed: string; payments: readonly PaymentListItem[] } | null>(null);
  useEffect(() => {
    if (typed.trim().length < SHORTEST) return;
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      fetchOutcome<TopHitsOutcome>(paths.api.topHits(), leaving.signal, typed).then(
        (outcome) => outcome.kind === "hits" && setFound({ typed, payments: outcome.payments }),
        // The search itself tells what is wrong.
        () => undefined,
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [typed]);
  if (found === null || typed.trim().length < SHORTEST) return null;
  return typed.startsWith(found.typed) || found.typed.startsWith(typed) ? found.payments : null;
}
