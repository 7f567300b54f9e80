import type { Books } from "./books";
import { groupBy } from "../stack/group-by";

const EVENT_OF: Record<string, string> = {
  SUCCESS: "payment.succeeded",
  FAILURE: "payment.failed",
  DROP: "payment.dropped",
  CANCELLED: "payment.cancelled",
};

/**
 * Each status that a payment reached is one delivery, and each delivery arrived at least once, always with the same
 * body.
 */
export function checkWebhooks({ service, received }: Books): string[] {
  const anomalies: string[] = [];
  const report = (text: string): void => void anomalies.push(text);
  const byPayment = groupBy(service.deliveries, ({ paymentId }) => paymentId);
  for (const { id, status } of service.payments) {
    const expected = ["payment.initiated", ...(EVENT_OF[status] === undefined ? [] : [EVENT_OF[status]])];
    const events = (byPayment.get(id) ?? []).map(({ event }) => event).sort();
    if (events.join() !== expected.sort().join()) {
      report(`${id}: it is ${status}, and its webhooks are ${events.join(", ") || "none"}`);
    }
  }

  const arrived = groupBy(received, ({ id }) => id);
  for (const { id, status, body } of service.deliveries) {
    const tries = arrived.get(id) ?? [];
    arrived.delete(id);
    if (status !== "DELIVERED") report(`webhook ${id}: it is ${status}`);
    else if (!tries.some(({ answered }) => answered >= 200 && answered < 300)) {
      report(`webhook ${id}: reported as delivered, and the receiver never accepted it`);
    }
    if (tries.some((received) => received.body !== body))
      report(`webhook ${id}: it arrived with another body`);
  }
  for (const id of arrived.keys()) report(`webhook ${id}: it arrived, and nobody sent it`);
  return anomalies;
}
