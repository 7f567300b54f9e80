import type { OpsResult } from "@/lib/contract/ops";

type Page = OpsResult<"keys.list">;
/** `isComplete`: the key that this dashboard signs with is among them, the service has no more, or 25 pages were read. */
export type KeysRead = { keys: readonly Page["keys"][number][]; isComplete: boolean };

const KEYS_OF_PAGE = 200;
const MOST_PAGES = 25;

/**
 * The merchant's keys, the newest first, as far as the dashboard's own: it may be older than hundreds that were replaced since.
 * `read` returns null where a page cannot be read.
 */
export async function readKeys(
  read: (page: { limit: number; cursor: string | null }) => Promise<Page | null>,
): Promise<KeysRead> {
  const keys: Page["keys"][number][] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const page: Page | null = await read({ limit: KEYS_OF_PAGE, cursor });
    if (page === null) return { keys, isComplete: false };
    keys.push(...page.keys);
    cursor = page.next_cursor;
    if (cursor === null || page.keys.some((key) => key.is_caller)) break;
  }
  return { keys, isComplete: true };
}
