import type { ServiceError } from "../service-error";
import type { PaymentListItem } from "./payment-list-views";

/** How many lines are looked up at once. */
export const MAX_LINES = 50;
/** How many payments of one line are shown. */
export const MAX_PAYMENTS_OF_LINE = 10;

/** What one pasted line found. */
export type LineResult = { line: string } & (
  | { kind: "found"; payments: readonly PaymentListItem[]; isMore: boolean }
  | { kind: "not_found" }
  /** It can be no identifier: too long, or with characters that no identifier has. */
  | { kind: "invalid" }
  /** The service cannot search by what the line may be, and this dashboard has seen no such payment: one may exist. */
  | { kind: "not_seen" }
  /** Not known: the service gave no usable response. */
  | { kind: "service_error"; serviceError: ServiceError }
  /** Not known: the time for all lines was over before this one had been looked up. */
  | { kind: "late" }
);

export type FindLinesOutcome =
  | { kind: "done"; lines: readonly LineResult[] }
  | { kind: "empty" }
  | { kind: "too_many"; max: number }
  | { kind: "forbidden" }
  | { kind: "signed_out" };

/** Whether nobody knows what a line would have found. */
export const isUnknown = (kind: LineResult["kind"]): boolean =>
  kind === "service_error" || kind === "late" || kind === "not_seen";

/** The lines of a pasted text: without spaces around them, empty ones and repetitions. */
export function linesOf(text: string): string[] {
  const lines = text.split(/[\r\n\t]+/).map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ""))];
}

/** A line that found exactly one payment means it; of several payments nobody knows which one is meant. */
export function onlyPaymentOf(line: LineResult): PaymentListItem | null {
  return line.kind === "found" && !line.isMore && line.payments.length === 1
    ? (line.payments[0] ?? null)
    : null;
}
