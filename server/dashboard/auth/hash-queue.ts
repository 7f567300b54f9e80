type HashQueueOptions = { atOnce: number; waiting: number };

export type HashQueues = { anonymous: HashQueue; signedIn: HashQueue };

type Hashed<T> = { kind: "done"; value: T } | { kind: "busy" };

/** When a refused caller may retry: the queue is empty by then. */
export const BUSY_SECONDS = 2;

/**
 * Limits how many password hashes run at once (argon2id uses a core and 19 MiB) and how many wait. More are refused at
 * once, so that a flood of sign-ins delays neither signed-in people nor itself.
 */
export class HashQueue {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly options: HashQueueOptions) {}

  async run<T>(hash: () => Promise<T>): Promise<Hashed<T>> {
    if (this.running >= this.options.atOnce) {
      if (this.waiting.length >= this.options.waiting) return { kind: "busy" };
      // A finished hash passes its slot to the next waiting one, so that no later caller takes it.
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
