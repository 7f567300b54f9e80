import { setTimeout as sleep } from "node:timers/promises";

const POLL_EVERY_MS = 20;

/** Asks again and again until it is over; false when it was not within the limit. */
export async function until(limitMs: number, isOver: () => Promise<boolean>): Promise<boolean> {
  const endAt = performance.now() + limitMs;
  for (;;) {
    if (await isOver()) return true;
    if (performance.now() >= endAt) return false;
    await sleep(POLL_EVERY_MS);
  }
}
