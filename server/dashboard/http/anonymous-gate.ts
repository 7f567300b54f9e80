import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { decryptSession, sessionCookieName } from "../auth/session-token";

export type AnonymousLimits = {
  atOnce: number;
  /** A place stays empty for so many times as long as its last request took, at most {@link AnonymousLimits.longestPauseMs}. */
  pauseFactor: number;
  longestPauseMs: number;
  /** After this a request makes room although it has not ended: it waits for its reader or another server, not for the processor. */
  longestMs: number;
  waiting: number;
  waitingPerNetwork: number;
};

/** Two places that are each used a quarter of the time leave at least half of the event loop to signed-in people. */
export const ANONYMOUS_LIMITS: AnonymousLimits = {
  atOnce: 2,
  pauseFactor: 3,
  longestPauseMs: 100,
  longestMs: 2_000,
  waiting: 64,
  waitingPerNetwork: 32,
};

/** When a request that was refused may come again: those that wait have run by then. */
export const ANONYMOUS_RETRY_SECONDS = 1;

type Waiting = { network: string; start: () => void };

/**
 * Lets few requests without a session into Next at once, and few more wait in order. Each takes 5 to 20 ms of the one event
 * loop, often in one turn of it, while the page of a signed-in person needs some twenty turns: without a bound and pauses a flood
 * of anonymous requests keeps signed-in people waiting for seconds (decision 0226). Each process has its own.
 */
export class AnonymousGate {
  private running = 0;
  private readonly waiting: Waiting[] = [];

  constructor(private readonly limits: AnonymousLimits) {}

  /** "entered" once the request may run; "busy" at once when too many wait; "gone" for a sender who left while waiting. */
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
      // Several short pauses can end in one turn of the event loop. What is put off until the end of a turn does so once in it.
      setTimeout(() => setImmediate(() => this.handOver()), Math.min(pauseMs, this.limits.longestPauseMs));
    };
    const limit = setTimeout(leave, this.limits.longestMs).unref();
    // A response that was destroyed before may have emitted its last event.
    if (response.destroyed) leave();
    else response.once("finish", leave).once("close", leave);
  }

  /** To the request that has waited longest, so that none that comes later takes its place. */
  private handOver(): void {
    const next = this.waiting.shift();
    if (next === undefined) this.running -= 1;
    else next.start();
  }
}

/**
 * Whether a request carries a cookie that this dashboard wrote and that has not expired. The session itself may have ended:
 * that is decided by every query and command, and costs what any request of a signed-in person costs.
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
