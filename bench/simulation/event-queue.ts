/** Events by time, the earliest first: a binary heap. */
export class EventQueue<T extends { at: number }> {
  readonly #heap: T[] = [];

  get earliest(): T | undefined {
    return this.#heap[0];
  }

  add(event: T): void {
    const heap = this.#heap;
    let place = heap.length;
    heap.push(event);
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || above.at <= event.at) break;
      heap[place] = above;
      place = parent;
    }
    heap[place] = event;
  }

  take(): T | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return first;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      const right = heap[child + 1];
      let smaller = heap[child];
      if (smaller === undefined) break;
      if (right !== undefined && right.at < smaller.at) {
        child += 1;
        smaller = right;
      }
      if (smaller.at >= last.at) break;
      heap[place] = smaller;
      place = child;
    }
    heap[place] = last;
    return first;
  }
}
