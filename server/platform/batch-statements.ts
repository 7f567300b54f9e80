import { hasGivenUp, isDatabaseOutage } from "./pool";

/** More share a statement and a commit at little further cost to the database; the first of them waits longer for its result. */
const MOST_TOGETHER = 32;
/** Batches of one kind at a time. While they run, further writes wait and form the next one. */
const BATCHES_AT_ONCE = 2;
/**
 * A batch that takes longer than this, in milliseconds, such as one that waits for a lock, no longer delays the next
 * one.
 */
const PATIENCE_MS = 250;

/**
 * Items of batches that are written alone at a time. Each holds a connection, and those that wait for one lock would take all.
 */
const MOST_ALONE = 10;

type Limits = { mostTogether: number; batchesAtOnce: number; patienceMs: number; mostAlone: number };
type Waiting<Item, Outcome> = {
  item: Item;
  resolve: (outcome: Outcome) => void;
  reject: (reason: unknown) => void;
};

/** How one item is written or read, and how several are by one statement. */
type Statements<Item, Outcome> = {
  one: (item: Item) => Promise<Outcome>;
  /** The outcomes in the order of the items; null for an item without one, which is then done alone. */
  many: (items: readonly Item[]) => Promise<(Outcome | null)[]>;
};

/**
 * Returns outcomes of `many` that say that none was written. Where each node of the database has some merchants' rows,
 * a statement for rows of several would be a transaction of several nodes.
 */
export function eachAlone(items: readonly unknown[]): null[] {
  return items.map(() => null);
}

/**
 * Writes that arrive while others are being written share one statement and one commit (0323). An item that is alone is
 * written at once and alone. If the statement for several fails, each item is written alone, so that one bad item fails
 * by itself, or one that waits for a lock; after an outage nobody knows whether they were written, and each gets the
 * outage as its outcome.
 */
export function batchStatements<Item, Outcome>(
  { one, many }: Statements<Item, Outcome>,
  {
    mostTogether = MOST_TOGETHER,
    batchesAtOnce = BATCHES_AT_ONCE,
    patienceMs = PATIENCE_MS,
    mostAlone = MOST_ALONE,
  }: Partial<Limits> = {},
): (item: Item) => Promise<Outcome> {
  const waiting: Waiting<Item, Outcome>[] = [];
  const turns: (() => void)[] = [];
  let alone = 0;
  let running = 0;
  let isScheduled = false;

  const sendWaiting = (): void => {
    isScheduled = false;
    while (waiting.length > 0 && running < batchesAtOnce) {
      void send(waiting.splice(0, mostTogether));
    }
  };
  const send = async (batch: readonly Waiting<Item, Outcome>[]): Promise<void> => {
    running += 1;
    let isRunning = true;
    const end = (): void => {
      if (!isRunning) return;
      isRunning = false;
      running -= 1;
      sendWaiting();
    };
    const timer = setTimeout(end, patienceMs);
    await write(batch);
    clearTimeout(timer);
    end();
  };

  /** Never rejects: each caller gets its own outcome. */
  async function write(batch: readonly Waiting<Item, Outcome>[]): Promise<void> {
    const [first] = batch;
    if (first !== undefined && batch.length === 1) return writeAlone(first);
    let outcomes: (Outcome | null)[];
    try {
      outcomes = await many(batch.map(({ item }) => item));
    } catch (error) {
      if (isDatabaseOutage(error) && !hasGivenUp(error)) {
        for (const { reject } of batch) reject(error);
        return;
      }
      outcomes = [];
    }
    await Promise.all(
      batch.map(async (each, index) => {
        const outcome = outcomes[index] ?? null;
        if (outcome === null) await writeInTurn(each);
        else each.resolve(outcome);
      }),
    );
  }

  async function writeInTurn(each: Waiting<Item, Outcome>): Promise<void> {
    if (alone < mostAlone) alone += 1;
    else await new Promise<void>((resolve) => turns.push(resolve));
    await writeAlone(each);
    // A turn passes to the next one.
    const next = turns.shift();
    if (next === undefined) alone -= 1;
    else next();
  }

  async function writeAlone({ item, resolve, reject }: Waiting<Item, Outcome>): Promise<void> {
    try {
      resolve(await one(item));
    } catch (error) {
      reject(error);
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (isScheduled || running >= batchesAtOnce) return;
      isScheduled = true;
      // The other requests of this turn of the event loop come first.
      process.nextTick(sendWaiting);
    });
}
