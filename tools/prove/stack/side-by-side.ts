/** Runs `work` for each of `items`, at most `atOnce` at a time, and starts no new ones when the time is up. */
export async function sideBySide<T>(
  items: Iterable<T>,
  options: { atOnce: number; hasTime: () => boolean },
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.iterator]();
  const runner = async (): Promise<void> => {
    while (options.hasTime()) {
      const next = iterator.next();
      if (next.done === true) return;
      await work(next.value);
    }
  };
  await Promise.all(Array.from({ length: options.atOnce }, runner));
}
