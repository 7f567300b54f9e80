/** Numbers that become due in the order in which they were added, such as all requests that follow another at one distance. */
export class TimedList {
  #times: number[] = [];
  #values: number[] = [];
  #next = 0;

  /** Infinity when nothing is in the list. */
  get dueAt(): number {
    return this.#times[this.#next] ?? Infinity;
  }

  add(at: number, value: number): void {
    this.#times.push(at);
    this.#values.push(value);
  }

  take(): number {
    const value = this.#values[this.#next];
    if (value === undefined) throw new Error("the list is empty");
    this.#next += 1;
    if (this.#next > 10_000) {
      this.#times = this.#times.slice(this.#next);
      this.#values = this.#values.slice(this.#next);
      this.#next = 0;
    }
    return value;
  }
}
