import type { CancelledRow } from "@/lib/stuck-view";

/** What is known of a row of a run; none of them is ever "failed" when nobody knows. */
export type RowState =
  | { kind: "waiting" }
  | { kind: "sending" }
  | { kind: "ended"; outcome: CancelledRow["outcome"] | { kind: "not_tried" }; paidAt: string | null };

export type RowStates = Readonly<Record<string, RowState>>;

export type Tally = { looked: number; cancelled: number; paid: number; unknown: number; other: number };

export function tallyOf(states: RowStates): Tally {
  const tally = { looked: 0, cancelled: 0, paid: 0, unknown: 0, other: 0 };
  for (const state of Object.values(states)) {
    if (state.kind !== "ended" || state.outcome.kind === "not_tried") continue;
    tally.looked += 1;
    tally[groupOf(state.outcome)] += 1;
  }
  return tally;
}

function groupOf(outcome: CancelledRow["outcome"]): Exclude<keyof Tally, "looked"> {
  switch (outcome.kind) {
    case "cancelled":
      return "cancelled";
    case "unknown":
      return "unknown";
    case "already_processed":
      return outcome.payment.status === "SUCCESS" ? "paid" : "other";
    case "not_latest":
    case "not_found":
    case "refused":
    case "not_sent":
    case "not_recorded":
    case "forbidden":
    case "signed_out":
      return "other";
  }
}

/** Whether a row can be asked for again: nothing was done to it, and nothing stands in the way. */
export function canAsk(state: RowState | undefined): boolean {
  if (state === undefined) return true;
  if (state.kind !== "ended") return false;
  switch (state.outcome.kind) {
    case "not_sent":
    case "not_recorded":
    case "not_tried":
    case "refused":
    case "unknown":
    case "signed_out":
      return true;
    case "cancelled":
    case "already_processed":
    case "not_latest":
    case "not_found":
    case "forbidden":
      return false;
  }
}
