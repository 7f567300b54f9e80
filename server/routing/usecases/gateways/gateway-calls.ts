import type { Free } from "@/server/platform/due-rows/due-rows";
import type { Circuit } from "../../domain/gateways/circuit";

/** The calls of each kind that a process makes at a time. */
const REFUND_WORKERS = 16;
const LOOKUP_WORKERS = 16;

export type CallRun<T> = { kind: "done"; value: T } | { kind: "busy" };

/**
 * How many of a process's workers each gateway holds: half of those that no other gateway holds, but always one. So gateways
 * that hang leave workers to the others (decision 0362).
 */
export class WorkerShares {
  readonly #held = new Map<string, number>();

  constructor(readonly workers: number) {}

  /** How many more each gateway may hold now, and all of them together. */
  get free(): Free {
    return {
      most: Math.max(1, this.workers - this.#all()),
      ofLane: (gateway) => {
        const own = this.#held.get(gateway) ?? 0;
        return Math.max(0, this.#shareOf(own) - own);
      },
    };
  }

  /** Holds one during the call. */
  async hold<T>(gateway: string, call: () => Promise<T>): Promise<T> {
    this.#held.set(gateway, (this.#held.get(gateway) ?? 0) + 1);
    try {
      return await call();
    } finally {
      const left = (this.#held.get(gateway) ?? 1) - 1;
      if (left === 0) this.#held.delete(gateway);
      else this.#held.set(gateway, left);
    }
  }

  /** Makes the call, or returns `busy` at once: then the job is scheduled again and leaves its worker to others. */
  async run<T>(gateway: string, call: () => Promise<T>): Promise<CallRun<T>> {
    if (this.free.ofLane(gateway) === 0) return { kind: "busy" };
    return { kind: "done", value: await this.hold(gateway, call) };
  }

  #all(): number {
    return [...this.#held.values()].reduce((sum, held) => sum + held, 0);
  }

  #shareOf(own: number): number {
    return Math.max(1, Math.floor((this.workers - (this.#all() - own)) / 2));
  }
}

/** The calls of this process's jobs to gateways. Refunds have workers of their own, for which no poll waits. */
export class GatewayCalls {
  readonly refunds = new WorkerShares(REFUND_WORKERS);
  readonly lookups = new WorkerShares(LOOKUP_WORKERS);
  /** The circuits of accounts that did not respond to this process's latest polls. */
  readonly pollCircuits = new Map<string, Circuit>();
}
