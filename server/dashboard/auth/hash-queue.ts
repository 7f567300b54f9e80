export type HashQueueOptions = { atOnce: number; waiting: number };

export type HashQueues = { anonymous: HashQueue; signedIn: HashQueue };

export type Hashed<T> = { kind: "done"; value: T } | { kind: "busy" };

/** When somebody who was refused may try again: the queue is empty by then. */
export const BUSY_SECONDS = 2;

/**
 * Lets few password hashes run at once (argon2id keeps a core and 19 MiB busy) and few more wait. Whatever comes beyond that
 * is refused at once, so that a flood of sign-ins delays neither signed-in people nor itself.
 */
export class HashQueue {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly options: HashQueueOptions) {}

  async run<T>(hash: () => Promise<T>): Promise<Hashed<T>> {
    if (this.running >= this.options.atOnce) {
      if (this.waiting.length >= this.options.waiting) return { kind: "busy" };
      // Whoever ends hands its place over, so that nobody who comes later takes it.
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    } else {
      this.running += 1;
    }
    try {
      return { kind: "done", value: await hash() };
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.running -= 1;
      else next();
    }
  }
}
