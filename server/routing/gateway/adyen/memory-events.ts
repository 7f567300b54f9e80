import type { AdyenEvent, AdyenEvents } from "./events";

/** What Adyen reports, for one process that has no database: `npm run gateway:check`. */
export function createMemoryEvents(): AdyenEvents {
  const stored = new Map<string, AdyenEvent>();
  const sent = new Map<string, Date>();
  const find = (is: (event: AdyenEvent) => boolean): Promise<AdyenEvent[]> =>
    Promise.resolve([...stored.values()].filter(is));
  return {
    record(events) {
      for (const event of events) {
        const key = `${event.pspReference} ${event.eventCode} ${event.success}`;
        if (!stored.has(key)) stored.set(key, event);
      }
      return Promise.resolve();
    },
    ofReference: (reference) => find(({ merchantReference }) => merchantReference === reference),
    ofCharge: (reference) => find(({ originalReference }) => originalReference === reference),
    ofModification: (reference) => find(({ pspReference }) => pspReference === reference),
    firstSentAt({ idempotencyKey, requestedAt }) {
      const at = sent.get(idempotencyKey) ?? requestedAt;
      sent.set(idempotencyKey, at);
      return Promise.resolve(at);
    },
  };
}
