import { setTimeout as pause } from "node:timers/promises";

const POLL_EVERY_MS = 400;
/** Each one who waits costs a small read every {@link POLL_EVERY_MS}; whoever comes beyond these is answered at once. */
const MOST_WAITING = 200;

/** Lets customers who came back wait inside their request: for a bounded time, and not too many of them (decision 0022). */
export class OutcomeWait {
  #waiting = 0;

  constructor(private readonly limitMs: number) {}

  /** Resolves once `hasOutcome` says so, and no later than the limit. */
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
