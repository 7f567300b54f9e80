import type { Money, Problem } from "../../domain/reconciliation/finding";
import type { NewFinding, RecordKey } from "../../store/reconciliation/finding-rows";

/** What a gateway reports about a record. `amount` is null where it reports none. */
export type There = { status: string; amount: Money | null; gatewayId: string | null };

/**
 * The result of evaluating a record against its gateway. `repair` applies the gateway's status under the usual locks;
 * false when a concurrent change was first.
 */
export type Evaluation =
  | { kind: "agrees"; note?: () => Promise<void> }
  | { kind: "repairable"; problem: Problem; repair: () => Promise<boolean> }
  /** `note` records a message for operators on the record itself. `there`: what else than its status the gateway has reported. */
  | { kind: "needs_person"; problem: Problem; note?: () => Promise<void>; there?: There };

export const AGREES: Evaluation = { kind: "agrees" };

/** A record that has been compared with its gateway, or could not be. */
export type Examined = { key: RecordKey; gateway: string | null } & (
  | { kind: "agrees"; note?: (() => Promise<void>) | undefined }
  | { kind: "unanswered"; gateway: string; reason: string }
  | {
      kind: "disagrees";
      finding: NewFinding;
      /** Null unless the repair is certain (decision 0288). */
      repair: (() => Promise<boolean>) | null;
      note: (() => Promise<void>) | null;
    }
);

/** A record whose gateway has answered. */
export type Compared = Exclude<Examined, { kind: "unanswered" }>;
export type Agreement = Extract<Examined, { kind: "agrees" }>;
export type Disagreement = Extract<Examined, { kind: "disagrees" }>;
