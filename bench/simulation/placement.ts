import type { Merchant } from "./merchants";

/** The largest merchant first, each into the cell with the least payments so far. */
export function placeEvenly(merchants: readonly Merchant[], cells: number): Merchant[][] {
  const placed = Array.from({ length: cells }, (): { load: number; merchants: Merchant[] } => ({
    load: 0,
    merchants: [],
  }));
  for (const merchant of merchants.toSorted((a, b) => b.perSecond - a.perSecond)) {
    const emptiest = placed.reduce((least, cell) => (cell.load < least.load ? cell : least));
    emptiest.load += merchant.perSecond;
    emptiest.merchants.push(merchant);
  }
  return placed.map((cell) => cell.merchants);
}

/** Each merchant into any cell, as a hash of its key would place it, without regard to sizes. */
export function placeByChance(
  merchants: readonly Merchant[],
  cells: number,
  random: () => number,
): Merchant[][] {
  const placed = Array.from({ length: cells }, (): Merchant[] => []);
  for (const merchant of merchants) placed[Math.floor(random() * cells)]?.push(merchant);
  return placed;
}
