/**
 * Runs `work` when it is its turn. Null when the merchant has as many works waiting as it may: nothing was begun.
 */
export type FairQueue = { run<T>(merchantId: number, work: () => Promise<T>): Promise<T> | null };

export type FairQueueLimits = {
  /** Works of one merchant that run side by side. */
  ofMerchant: number;
  /** Works of all merchants together. */
  inAll: number;
  /** Works of one merchant that may wait beside those. */
  waiting: number;
};

/**
 * Shares out what is scarce among merchants: however many one of them asks for, the others' turns come as if it had
 * asked for `ofMerchant`. The turns of a merchant, and among merchants, go by who came first. It holds for this process.
 */
export function createFairQueue({ ofMerchant, inAll, waiting }: FairQueueLimits): FairQueue {
  let running = 0;
  const runningOf = new Map<number, number>();
  const queue: { merchantId: number; begin: () => void }[] = [];

  const countOf = (merchantId: number): number => runningOf.get(merchantId) ?? 0;
  const change = (merchantId: number, by: 1 | -1): void => {
    running += by;
    const count = countOf(merchantId) + by;
    if (count === 0) runningOf.delete(merchantId);
    else runningOf.set(merchantId, count);
  };
  const beginNext = (): void => {
    while (running < inAll) {
      const place = queue.findIndex(({ merchantId }) => countOf(merchantId) < ofMerchant);
      const [next] = place === -1 ? [] : queue.splice(place, 1);
      if (next === undefined) return;
      change(next.merchantId, 1);
      next.begin();
    }
  };

  return {
    run(merchantId, work) {
      const waitingOf = queue.filter((other) => other.merchantId === merchantId).length;
      if (waitingOf >= waiting) return null;
      const turn = new Promise<void>((begin) => queue.push({ merchantId, begin }));
      beginNext();
      return turn.then(work).finally(() => {
        change(merchantId, -1);
        beginNext();
      });
    },
  };
}
