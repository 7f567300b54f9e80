import type { Role } from "../can";
import type { ServiceError } from "../service-error";
import type { Team, WorkCondition, WorkKind, WorkOutcome } from "./work-kinds";

/** Work queues (decision 0287). Amounts and times as in `PaymentView`. */

export const WORK_STATES = ["open", "waiting", "done"] as const;
export type WorkState = (typeof WORK_STATES)[number];

export type AssigneeView = { personId: string; name: string; isViewer: boolean };

/** A row of a list with who works on it: null for nobody, missing where it needs nobody. */
export type Assigned = { assignee?: AssigneeView | null };

export type WorkItemView = {
  kind: WorkKind;
  itemId: string;
  team: Team;
  condition: WorkCondition;
  /** Since when it needs attention or exists, oldest first in a queue. */
  since: string;
  reference: string;
  transactionId: string | null;
  /** The money at stake; null where there is none. */
  money: { amount: string; currency: string } | null;
  isTest: boolean;
  /** Whose work it comes from: a person or a gateway; null where nobody is known. */
  who: string | null;
  /** Their own words: a reason, a question, the number of a transfer. */
  why: string | null;
  /** A second person has to do it, and the viewer is the first. */
  isForOthers: boolean;
  href: string;
  /** What a change names, so that one from an older page is refused: 0 for an item that was never touched. */
  version: number;
  /** The condition as a change names it. */
  mark: string;
  assignee: AssigneeView | null;
  state: WorkState;
  /** What the item waits or waited for, or why it was done; it stays when the item is open again. */
  reason: string | null;
  stateBy: string | null;
  stateAt: string | null;
  /** When a waiting or done item is open again; null for never, or for an open one. */
  returnsAt: string | null;
  /** Why it is open again; null when it was always open, or was opened by a person. */
  back: { from: "waiting" | "done"; because: "changed" | "time" } | null;
  /** The viewer may assign it, set it waiting and open it again. */
  mayWork: boolean;
  /** The viewer may set it done. */
  mayFinish: boolean;
};

/** An item that needs nobody any more. */
export type EndedWorkView = Pick<
  WorkItemView,
  "kind" | "itemId" | "reference" | "money" | "isTest" | "href"
> & {
  outcome: WorkOutcome;
  /** When it was seen. */
  at: string;
};

/** `money`: the currencies one after the other, the highest amount of each first, and last what has no amount. */
export const WORK_ORDERS = ["age", "money"] as const;
export type WorkOrder = (typeof WORK_ORDERS)[number];

export const WORK_OWNERS = ["all", "unassigned", "mine"] as const;
export type WorkOwner = (typeof WORK_OWNERS)[number];

/** A kind that could not be read from the payment service: not offered, or no response. */
export type WorkGap = { kind: "not_offered" | "service_error"; of: WorkKind };

export type WorkQueueView = {
  items: WorkItemView[];
  /**
   * How many items the viewer's teams have, and the viewer (`mine`): theirs, and what nobody of their team has taken.
   * Of the payment service's items, those that are known count.
   */
  counts: { mine: number; teams: Partial<Record<Team, number>> };
  /** How many items the shown list has in each state. */
  states: Record<WorkState, number>;
  /** What is done or waiting in this list and still has money at stake. */
  hidden: { currency: string; count: number; amount: string }[];
  /** Ordered by money: there are more than are shown. */
  isCut: boolean;
  nextCursor: string | null;
  gaps: WorkGap[];
  /** Items of the viewer that needed nobody any more within a week; empty for the queue of a team. */
  ended: EndedWorkView[];
};

/** People to whom an item may be assigned. */
export type AssignableView = { personId: string; name: string; role: Role };

/** Counted in code points. */
export const MAX_WORK_REASON = 200;
/** The days for which an item may wait. */
export const WAIT_DAYS = [1, 3, 7] as const;

export type WorkReasonFault = "missing" | "too_long" | "characters" | "card_number";

/** What every change names: the item, and what the page showed of it. */
export type WorkTargetInput = { kind: WorkKind; itemId: string; version: number; mark: string };

export type AssignWorkInput = WorkTargetInput & {
  /** Null: nobody. */
  personId: string | null;
};
export type WaitInput = WorkTargetInput & { reason: string; days: number };
export type FinishWorkInput = WorkTargetInput & { reason: string };

export type WorkOutcomeView =
  | { kind: "done"; item: WorkItemView }
  | {
      kind: "invalid";
      field: "reason" | "person" | "form";
      fault: WorkReasonFault | "not_assignable" | "incomplete";
    }
  /** Somebody else was faster, or the item changed: nothing was changed. The item as it is now. */
  | { kind: "changed"; item: WorkItemView }
  /** It needs nobody any more. */
  | { kind: "ended" }
  | { kind: "service_error"; serviceError: ServiceError }
  | { kind: "forbidden" }
  | { kind: "signed_out" };
