/**
 * A queue that several processors serve in the order of arrival. It needs no events: whoever arrives starts when the first
 * processor is free. Arrivals must come in the order of their time.
 */
export class Station {
  readonly #freeAt: Float64Array;

  constructor(processors: number) {
    this.#freeAt = new Float64Array(processors);
  }

  /** When something that arrives now would start. */
  startOf(at: number): number {
    const free = this.#freeAt[this.#first()] ?? 0;
    return free > at ? free : at;
  }

  /** Takes the first processor that is free, and returns when the work ends. */
  serve(at: number, workMs: number): number {
    const end = this.startOf(at) + workMs;
    this.#freeAt[this.#first()] = end;
    return end;
  }

  /** Forgets all work, as a crash does; nothing starts before `at`. */
  restart(at: number): void {
    this.#freeAt.fill(at);
  }

  #first(): number {
    let first = 0;
    for (let index = 1; index < this.#freeAt.length; index += 1)
      if ((this.#freeAt[index] ?? 0) < (this.#freeAt[first] ?? 0)) first = index;
    return first;
  }
}
