import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { decryptSession, sessionCookieName } from "../auth/session-token";

export type AnonymousLimits = {
  atOnce: number;
  /** A slot pauses for this multiple of its last request's time, at most {@link AnonymousLimits.longestPauseMs}. */
  pauseFactor: number;
  longestPauseMs: number;
  /**
   * A running request frees its slot after this time: it waits for its reader or another server, not for the processor.
   */
  longestMs: number;
  waiting: number;
  waitingPerNetwork: number;
};

/** Two slots that are each used a quarter of the time leave at least half of the event loop to signed-in people. */
export const ANONYMOUS_LIMITS: AnonymousLimits = {
  atOnce: 2,
  pauseFactor: 3,
  longestPauseMs: 100,
  longestMs: 2_000,
  waiting: 64,
  waitingPerNetwork: 32,
};

/** When a refused request may retry: the waiting ones have run by then. */
export const ANONYMOUS_RETRY_SECONDS = 1;

type Waiting = { network: string; start: () => void };

/**
 * Limits how many requests without a session run in Next at once, and how many wait in order. Each takes 5 to 20 ms of
 * the one event loop, often in a single tick, while a signed-in person's page needs some twenty ticks: without limits
 * and pauses a flood of anonymous requests delays signed-in people for seconds (decision 0226). One gate per process.
 */
export class AnonymousGate {
  private running = 0;
  private readonly waiting: Waiting[] = [];

  constructor(private readonly limits: AnonymousLimits) {}

  /** "entered" once the request may run; "busy" at once when too many wait; "gone" when the sender left meanwhile. */
  async enter(network: string, response: ServerResponse): Promise<"entered" | "busy" | "gone"> {
    if (this.running < this.limits.atOnce) this.running += 1;
    else if (this.isFull(network)) return "busy";
    else if (!(await this.wait(network, response))) return "gone";
    this.leaveAtEnd(response);
    return response.destroyed ? "gone" : "entered";
  }

  private isFull(network: string): boolean {
    const own = this.waiting.filter((one) => one.network === network).length;
    return this.waiting.length >= this.limits.waiting || own >= this.limits.waitingPerNetwork;
  }

  private wait(network: string, response: ServerResponse): Promise<boolean> {
    return new Promise((resolve) => {
      const entry: Waiting = { network, start: () => resolve(true) };
      this.waiting.push(entry);
      response.once("close", () => {
        const place = this.waiting.indexOf(entry);
        if (place === -1) return;
        this.waiting.splice(place, 1);
        resolve(false);
      });
    });
  }

  private leaveAtEnd(response: ServerResponse): void {
    const enteredAt = performance.now();
    let hasLeft = false;
    const leave = (): void => {
      if (hasLeft) return;
      hasLeft = true;
      clearTimeout(limit);
      const pauseMs = (performance.now() - enteredAt) * this.limits.pauseFactor;
      // Several short pauses can end in one tick of the event loop; deferred to its end, the handover happens once in
      // it.
      setTimeout(() => setImmediate(() => this.handOver()), Math.min(pauseMs, this.limits.longestPauseMs));
    };
    const limit = setTimeout(leave, this.limits.longestMs).unref();
    // A response that was destroyed before may have emitted its last event.
    if (response.destroyed) leave();
    else response.once("finish", leave).once("close", leave);
  }

  /** Gives the slot to the request that has waited longest, so that no later one takes it. */
  private handOver(): void {
    const next = this.waiting.shift();
    if (next === undefined) this.running -= 1;
    else next.start();
  }
}

/**
 * Whether a request has a cookie that this dashboard wrote and that has not expired. The session itself may have ended:
 * every query and command checks that, at the cost of any request of a signed-in person.
 */
export async function hasSessionCookie(
  headers: IncomingHttpHeaders,
  { isSecure, secret }: { isSecure: boolean; secret: string },
): Promise<boolean> {
  const value = valueOfCookie(headers.cookie ?? "", sessionCookieName(isSecure));
  return value !== null && (await decryptSession(value, secret)) !== null;
}

function valueOfCookie(header: string, name: string): string | null {
  const start = `${name}=`;
  const found = header
    .split(";")
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(start));
  return found?.slice(start.length) ?? null;
}
