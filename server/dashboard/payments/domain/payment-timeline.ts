import type { OpsResult } from "@/lib/contract/ops";
import {
  END_CAUSES,
  TIMELINE_KINDS,
  type EndCause,
  type TimelineEntry,
  type TimelineKind,
} from "@/lib/payments/payment-detail-view";

type Detail = OpsResult<"payments.get">;

const MAX_DETAIL_LENGTH = 300;

/**
 * All events of a payment in order: its own, and those of its refunds and reversals. At the same moment the cause comes
 * before its effect.
 */
export function timelineOf(detail: Detail): TimelineEntry[] {
  const { payment } = detail;
  const entries = [
    ...detail.events.map(presentEvent),
    ...(payment.link_issued_at === null ? [] : [eventOf("link_issued", payment.link_issued_at)]),
    ...detail.refunds.flatMap((refund) => {
      const about = { refundId: refund.refund_id, amount: refund.refund_amount };
      const requested = eventOf("refund_requested", refund.refund_requested_at, about);
      const end = refund.refund_status === "SUCCESS" ? "refund_succeeded" : "refund_failed";
      return refund.refund_completed_at === null
        ? [requested]
        : [requested, eventOf(end, refund.refund_completed_at, about)];
    }),
    // The start of a reversal, its failure, and a later change by its gateway are separate events.
    ...detail.reversals.flatMap((reversal) =>
      reversal.reversal_status === "SUCCESS" &&
      reversal.completed_at !== null &&
      !hasSucceededLate(detail, reversal.gateway_transaction_id)
        ? [eventOf("reversal_succeeded", reversal.completed_at, { amount: ownAmount(detail, reversal) })]
        : [],
    ),
  ];
  return entries
    .map((entry, index) => ({ entry, index }))
    .sort((a, b) => Date.parse(a.entry.at) - Date.parse(b.entry.at) || a.index - b.index)
    .map(({ entry }) => entry);
}

function hasSucceededLate({ events }: Detail, gatewayTransactionId: string): boolean {
  return events.some(
    ({ kind, detail }) =>
      kind === "reversal_succeeded_late" && detail["gateway_transaction_id"] === gatewayTransactionId,
  );
}

function presentEvent(event: Detail["events"][number]): TimelineEntry {
  const texts = Object.entries(event.detail).flatMap(([name, value]) =>
    typeof value === "string" ? [{ name, value: value.slice(0, MAX_DETAIL_LENGTH) }] : [],
  );
  const textOf = (name: string): string | null => texts.find((text) => text.name === name)?.value ?? null;
  const cause = END_CAUSES.find((known) => known === textOf("cause")) ?? null;
  return {
    kind: kindOf(event.kind, textOf("status")),
    at: iso(event.at),
    word: event.kind,
    cause,
    refundId: textOf("refund_id"),
    amount: textOf("refund_amount"),
    detail: texts.filter(({ name }) => !isReportedOutside(name, cause)),
  };
}

/** `status`: the payment's when money came that must not be kept. */
function kindOf(kind: string, status: string | null): TimelineEntry["kind"] {
  if (kind === "late_success_reversed" && status === "SUCCESS") return "second_charge_reversed";
  return TIMELINE_KINDS.find((known) => known === kind) ?? "other";
}

function isReportedOutside(name: string, cause: EndCause | null): boolean {
  return name === "refund_id" || name === "refund_amount" || (name === "cause" && cause !== null);
}

function eventOf(
  kind: TimelineKind,
  at: string,
  about: { refundId?: string; amount?: string | null } = {},
): TimelineEntry {
  const { refundId = null, amount = null } = about;
  return { kind, at: iso(at), word: kind, cause: null, refundId, amount, detail: [] };
}

/** A charge may be in another currency than requested: only the reversal then holds its amount. */
function ownAmount(detail: Detail, reversal: Detail["reversals"][number]): string | null {
  return reversal.currency === detail.payment.currency ? reversal.reversal_amount : null;
}

function iso(text: string): string {
  return new Date(text).toISOString();
}
