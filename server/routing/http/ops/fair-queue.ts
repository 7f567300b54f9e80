/**
 * Runs `work` when a place is free. Null when too much of the merchant's work is waiting already: nothing was started.
 */
export type FairQueue = { run<T>(merchantId: number, work: () => Promise<T>): Promise<T> | null };

type FairQueueLimits = {
  /** How many of one merchant run at the same time. */
  ofMerchant: number;
  /** How many of all merchants run at the same time. */
  inAll: number;
  /** How many more of one merchant may wait. */
  waiting: number;
};

/**
 * Shares a scarce resource among merchants: however many one of them requests, the others wait as if it had requested
 * `ofMerchant`. First come, first served, within a merchant and among merchants. Applies to this process.
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
