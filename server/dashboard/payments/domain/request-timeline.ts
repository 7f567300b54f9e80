import { formatPaise } from "@/lib/money";
import type { TimelineEntry } from "@/lib/payments/payment-detail-view";
import type { RequestEventKind } from "@/lib/requests/request-views";

type RequestEvent = {
  requestId: string;
  kind: RequestEventKind;
  at: Date;
  byName: string;
  amountPaise: bigint;
};

/** The service's timeline with what happened to refund requests in the dashboard, by time; texts stay on the request's page. */
export function withRequests(
  timeline: readonly TimelineEntry[],
  events: readonly RequestEvent[],
): TimelineEntry[] {
  const added = events.map(
    ({ requestId, kind, at, byName, amountPaise }): TimelineEntry => ({
      kind: `request_${kind}`,
      at: at.toISOString(),
      word: kind,
      cause: null,
      refundId: null,
      amount: formatPaise(amountPaise),
      detail: [],
      request: { requestId, by: byName },
    }),
  );
  return [...added, ...timeline]
    .map((entry, index) => ({ entry, index }))
    .sort((a, b) => Date.parse(a.entry.at) - Date.parse(b.entry.at) || a.index - b.index)
    .map(({ entry }) => entry);
}
