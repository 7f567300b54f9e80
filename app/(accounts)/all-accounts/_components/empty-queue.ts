import type { QueueExtent, Reading } from "@/lib/all-accounts/views";

/**
 * What a list without items may say: nothing waits, nothing waits in the accounts that were read, or the first pages
 * have nothing for this person and a later one may have. Null where no account was read: nobody knows.
 */
type EmptyQueue = "none" | "noneOfOthers" | "noneYet" | null;

export function emptyQueueOf(readings: readonly Reading<QueueExtent>[]): EmptyQueue {
  const read = readings.flatMap((reading) => (reading.kind === "read" ? [reading.value] : []));
  if (read.length === 0) return null;
  if (read.some(({ hasMore }) => hasMore)) return "noneYet";
  const isWhole = read.length === readings.length && read.every(({ gap }) => gap === null);
  return isWhole ? "none" : "noneOfOthers";
}
