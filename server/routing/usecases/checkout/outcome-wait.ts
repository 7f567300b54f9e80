import { setTimeout as pause } from "node:timers/promises";

const POLL_EVERY_MS = 400;
/** Each waiting request costs a small read every {@link POLL_EVERY_MS}; above this number, requests do not wait. */
const MOST_WAITING = 200;

/** Lets returning customers wait inside their request, for a limited time and in limited number (decision 0038). */
export class OutcomeWait {
  #waiting = 0;

  constructor(private readonly limitMs: number) {}

  /** Resolves once `hasOutcome` returns true, and at the latest after the limit. */
  async until(hasOutcome: () => Promise<boolean>): Promise<void> {
    if (this.#waiting >= MOST_WAITING) return;
    this.#waiting += 1;
    try {
      for (let waitedMs = 0; waitedMs < this.limitMs; waitedMs += POLL_EVERY_MS) {
        await pause(POLL_EVERY_MS);
        if (await hasOutcome()) return;
      }
    } finally {
      this.#waiting -= 1;
    }
  }
}
