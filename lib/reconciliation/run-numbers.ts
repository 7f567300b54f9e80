import type { RunView } from "./views";

/** The UTC days of a comparison, as they are: they belong to no time zone of a viewer. */
export function daysOf({ from, until }: Pick<RunView, "from" | "until">): string {
  return from === until ? from : `${from} – ${until}`;
}

export function notComparedOf({ not_compared: all }: Pick<RunView, "not_compared">): number {
  return all.reduce((sum, { count }) => sum + count, 0);
}
