import { err, ok, type Result } from "@/lib/result";

/** One page of what was created before a time, newest first; `isAll` when nothing older exists. */
type NewestPage<T> = { items: readonly T[]; isAll: boolean };

type OldestFirst<T> = { items: T[]; order: "oldest" | "newest"; isAll: boolean };

const FIRST_STEP_MS = 60_000;
const GROWTH = 4;

/**
 * The oldest items of a list that can only be read newest first, without reading all of it: searches back until one
 * page holds everything older, then forward until that page holds enough. Needs few reads; if too many items have the
 * same age for one page, returns the newest instead and says so.
 */
export async function oldestFirst<T extends { createdAtMs: number }, E>(
  fetchPage: (untilMs: number) => Promise<Result<NewestPage<T>, E>>,
  bounds: { untilMs: number; enough: number; maxPolls: number },
): Promise<Result<OldestFirst<T>, E>> {
  const first = await fetchPage(bounds.untilMs);
  if (!first.ok) return err(first.error);
  if (first.value.isAll) return ok({ items: first.value.items.toReversed(), order: "oldest", isAll: true });

  const seenBackTo = first.value.items.at(-1)?.createdAtMs ?? bounds.untilMs;
  let tooMany = 0;
  let step = Math.max(FIRST_STEP_MS, 2 * (bounds.untilMs - seenBackTo));
  let best: { items: readonly T[]; back: number } | null = null;
  for (let polls = 1; polls < bounds.maxPolls; polls += 1) {
    const back: number = best === null ? step : Math.floor((tooMany + best.back) / 2);
    if (best !== null && back === tooMany) break;
    const page = await fetchPage(bounds.untilMs - back);
    if (!page.ok) return err(page.error);
    if (page.value.isAll) {
      best = { items: page.value.items, back };
      if (best.items.length >= bounds.enough) break;
    } else {
      tooMany = back;
      step *= GROWTH;
    }
  }
  return best === null || best.items.length === 0
    ? ok({ items: [...first.value.items], order: "newest", isAll: false })
    : ok({ items: best.items.toReversed(), order: "oldest", isAll: false });
}
