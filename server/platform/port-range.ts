/** Ports from the first to the last, both included. */
export type PortRange = readonly [first: number, last: number];

const HIGHEST_PORT = 65_535;

/** Parses `443` or `1024-65535`; null for anything else. */
export function parsePortRange(text: string): PortRange | null {
  const [, first = "", last = first] = /^([0-9]{1,5})(?:-([0-9]{1,5}))?$/.exec(text) ?? [];
  if (first === "") return null;
  const range: PortRange = [parseInt(first, 10), parseInt(last, 10)];
  return range[0] >= 1 && range[0] <= range[1] && range[1] <= HIGHEST_PORT ? range : null;
}

export function isPortWithin(port: number, ranges: readonly PortRange[]): boolean {
  return ranges.some(([first, last]) => port >= first && port <= last);
}
