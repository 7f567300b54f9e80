import type { AssigneeView } from "../queues/work-views";

/** Refunds that the viewer takes over, with who worked on each as the page showed it; null: nobody. */
export type AssignRefundsInput = {
  refunds: readonly { intentId: string; assigneeId: string | null }[];
};

/** What became of one of them. */
export type RefundAssignment = { intentId: string } & (
  | { kind: "done" }
  /** Somebody else was faster: nothing was changed. `assignee`: who has it now. */
  | { kind: "changed"; assignee: AssigneeView | null }
  /** It needs nobody any more. */
  | { kind: "ended" }
  | { kind: "forbidden" }
  | { kind: "not_assignable" }
);

export type AssignRefundsOutcome =
  | { kind: "done"; refunds: readonly RefundAssignment[] }
  | { kind: "invalid" }
  | { kind: "forbidden" }
  | { kind: "signed_out" };
