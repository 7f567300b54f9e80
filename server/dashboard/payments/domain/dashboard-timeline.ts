import { formatPaise } from "@/lib/money";
import type { ManualRefundState } from "@/lib/manual-refunds/manual-refund-views";
import type { ManualTimelineKind, TimelineEntry } from "@/lib/payments/payment-detail-view";
import type { RequestEventKind } from "@/lib/requests/request-views";
import type { ManualRefund } from "../../manual-refunds/domain";

type RequestEvent = {
  requestId: string;
  kind: RequestEventKind;
  at: Date;
  byName: string;
  amountPaise: bigint;
};

/**
 * The service's timeline with what happened in the dashboard alone: refund requests, and refunds made without a gateway.
 * By time; texts stay on the pages of each.
 */
export function withDashboardEvents(
  timeline: readonly TimelineEntry[],
  { requests, manual }: { requests: readonly RequestEvent[]; manual: readonly ManualRefund[] },
): TimelineEntry[] {
  return [...requests.map(ofRequest), ...manual.flatMap(ofManualRefund), ...timeline]
    .map((entry, index) => ({ entry, index }))
    .sort((a, b) => Date.parse(a.entry.at) - Date.parse(b.entry.at) || a.index - b.index)
    .map(({ entry }) => entry);
}

function ofRequest({ requestId, kind, at, byName, amountPaise }: RequestEvent): TimelineEntry {
  return {
    kind: `request_${kind}`,
    at: at.toISOString(),
    word: kind,
    cause: null,
    refundId: null,
    amount: formatPaise(amountPaise),
    detail: [],
    request: { requestId, by: byName },
  };
}

const DECISIONS: Record<ManualRefundState, ManualTimelineKind | null> = {
  WAITING: null,
  CONFIRMED: "manual_confirmed",
  DECLINED: "manual_declined",
  WITHDRAWN: "manual_withdrawn",
  // Only what was confirmed can be voided.
  VOIDING: "manual_confirmed",
  VOIDED: "manual_confirmed",
};

function ofManualRefund(refund: ManualRefund): TimelineEntry[] {
  const { state, recordedAt, recordedByName, decidedAt, decidedByName, voidedAt, voidedByName } = refund;
  const { voidProposedAt, voidProposedByName } = refund;
  const step = (kind: ManualTimelineKind | null, at: Date | null, by: string | null): TimelineEntry[] =>
    kind === null || at === null || by === null
      ? []
      : [
          {
            kind,
            at: at.toISOString(),
            word: kind,
            cause: null,
            refundId: null,
            amount: formatPaise(refund.amountPaise),
            detail: [],
            manual: { by },
          },
        ];
  return [
    ...step("manual_recorded", recordedAt, recordedByName),
    ...step(DECISIONS[state], decidedAt, decidedByName),
    ...step("manual_void_proposed", voidProposedAt, voidProposedByName),
    ...step("manual_voided", voidedAt, voidedByName),
  ];
}
