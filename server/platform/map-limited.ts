/** Maps items by an asynchronous function, at most `atOnce` of them at a time; the results are in the items' order. */
export async function mapLimited<Item, Value>(
  items: readonly Item[],
  atOnce: number,
  map: (item: Item) => Promise<Value>,
): Promise<Value[]> {
  const values: Value[] = [];
  const waiting = [...items.entries()];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, item] = next;
      values[index] = await map(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
  return values;
}
