import { AsyncLocalStorage } from "node:async_hooks";
import type { Clock } from "@/server/platform/clock";

type Time = { ms: number };

/**
 * The time at which demo actions happen (decision 0254). It only moves forward, and every read takes a millisecond, so that
 * no two events have the same time. Work that runs beside other work has a time of its own.
 */
export class DemoClock implements Clock {
  readonly #shared: Time;
  readonly #own = new AsyncLocalStorage<Time>();

  constructor(at: Date) {
    this.#shared = { ms: at.getTime() };
  }

  now(): Date {
    const time = this.#own.getStore() ?? this.#shared;
    time.ms += 1;
    return new Date(time.ms);
  }

  /** Never goes back. */
  moveTo(at: Date): void {
    const time = this.#own.getStore() ?? this.#shared;
    time.ms = Math.max(time.ms, at.getTime());
  }

  advance(ms: number): void {
    const time = this.#own.getStore() ?? this.#shared;
    time.ms += ms;
  }

  /** Runs work whose time begins at `at`, beside other work. */
  during<T>(at: Date, work: () => Promise<T>): Promise<T> {
    return this.#own.run({ ms: at.getTime() }, work);
  }
}
