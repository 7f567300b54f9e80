/** A page of a list: its items, and where the next page begins; null on the last page. */
type OnePage<T, P> = { items: T[]; next: P | null };

/** Requests one item more than `limit`: if it exists, there is a next page. */
export async function onePage<T, P>(
  limit: number,
  find: (limit: number) => Promise<T[]>,
  positionOf: (last: T) => P,
): Promise<OnePage<T, P>> {
  const found = await find(limit + 1);
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, next: found.length > limit && last !== undefined ? positionOf(last) : null };
}
