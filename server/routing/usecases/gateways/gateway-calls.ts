import type { Circuit } from "../../domain/gateways/circuit";

/** The workers of each kind in a process. A refund's worker holds a connection during its call; see `connections.ts`. */
export const REFUND_WORKERS = 16;
export const LOOKUP_WORKERS = 16;

export type CallRun<T> = { kind: "done"; value: T } | { kind: "busy" };

/**
 * How many of a process's workers each gateway holds: half of those that no other gateway holds, but always one. So gateways
 * that hang leave workers to the others (decision 0362).
 */
export class WorkerShares {
  readonly #held = new Map<string, number>();

  constructor(readonly workers: number) {}

  /** Makes the call, or returns `busy` at once: then the job is scheduled again and leaves its worker to others. */
  async run<T>(gateway: string, call: () => Promise<T>): Promise<CallRun<T>> {
    const own = this.#held.get(gateway) ?? 0;
    if (own >= this.#shareOf(own)) return { kind: "busy" };
    this.#held.set(gateway, own + 1);
    try {
      return { kind: "done", value: await call() };
    } finally {
      const left = (this.#held.get(gateway) ?? 1) - 1;
      if (left === 0) this.#held.delete(gateway);
      else this.#held.set(gateway, left);
    }
  }

  #shareOf(own: number): number {
    const all = [...this.#held.values()].reduce((sum, held) => sum + held, 0);
    return Math.max(1, Math.floor((this.workers - (all - own)) / 2));
  }
}

/** The calls of this process's jobs to gateways. Refunds have workers of their own, for which no poll waits. */
export class GatewayCalls {
  readonly refunds = new WorkerShares(REFUND_WORKERS);
  readonly lookups = new WorkerShares(LOOKUP_WORKERS);
  /** Of the accounts that did not respond to this process's latest polls. */
  readonly pollCircuits = new Map<string, Circuit>();
}
