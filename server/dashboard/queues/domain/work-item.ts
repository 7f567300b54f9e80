import { formatPaise } from "@/lib/money";
import {
  doneOf,
  type Team,
  WORK_KINDS,
  type WorkCondition,
  type WorkKind,
  type WorkOutcome,
  worksOn,
} from "@/lib/queues/work-kinds";
import type { EndedWorkView, WorkItemView, WorkState } from "@/lib/queues/work-views";
import type { Role } from "@/lib/can";

/** What names an item; `serviceAddress` is empty for one of the dashboard's own. */
export type WorkKey = { kind: WorkKind; serviceAddress: string; itemId: string };

/** An open item as its kind lists it. */
export type OpenItem = WorkKey & {
  condition: WorkCondition;
  team: Team;
  mark: string;
  since: Date;
  reference: string;
  transactionId: string | null;
  amountPaise: bigint | null;
  currency: string | null;
  isTest: boolean;
  who: string | null;
  why: string | null;
  /** Who may not do it: a second person has to, or one whose limit is higher. */
  notForIds: readonly string[];
};

/** An open item with what people decided about it; all of that is null, and the version 0, for one never touched. */
export type WorkItem = OpenItem & {
  version: number;
  /** Null also when the person was deactivated, may not see the kind any more, or is the first of the two who decide. */
  assigneeId: string | null;
  assigneeName: string | null;
  /** In force now: an item whose condition changed, or whose time is over, is open. */
  state: WorkState;
  storedState: WorkState;
  reason: string | null;
  stateById: string | null;
  stateBy: string | null;
  stateAt: Date | null;
  returnsAt: Date | null;
  hasChanged: boolean;
};

/** An open item about which nobody has decided anything. */
export function untouched(item: OpenItem): WorkItem {
  return {
    ...item,
    version: 0,
    assigneeId: null,
    assigneeName: null,
    state: "open",
    storedState: "open",
    reason: null,
    stateById: null,
    stateBy: null,
    stateAt: null,
    returnsAt: null,
    hasChanged: false,
  };
}

type EndedItem = WorkKey & {
  reference: string;
  transactionId: string | null;
  amountPaise: bigint | null;
  currency: string | null;
  isTest: boolean;
  outcome: WorkOutcome;
  at: Date;
};

type Viewer = { userId: string; role: Role };

/** Members of its team and its assignee work on an item; only members mark it as done. */
export function mayWork(viewer: Viewer, item: Pick<WorkItem, "team" | "kind" | "assigneeId">): boolean {
  return worksOn(viewer.role, item) || item.assigneeId === viewer.userId;
}

export function presentItem(item: WorkItem, viewer: Viewer): WorkItemView {
  const { storedState, state } = item;
  return {
    kind: item.kind,
    itemId: item.itemId,
    team: item.team,
    condition: item.condition,
    since: item.since.toISOString(),
    reference: item.reference,
    transactionId: item.transactionId,
    money: moneyOf(item),
    isTest: item.isTest,
    who: item.who,
    why: item.why,
    isForOthers: item.notForIds.includes(viewer.userId),
    href: WORK_KINDS[item.kind].href(item),
    version: item.version,
    mark: item.mark,
    assignee:
      item.assigneeId === null
        ? null
        : {
            personId: item.assigneeId,
            name: item.assigneeName ?? "",
            isViewer: item.assigneeId === viewer.userId,
          },
    state,
    reason: item.reason,
    stateBy: item.stateBy,
    stateAt: item.stateAt?.toISOString() ?? null,
    returnsAt: state === "open" ? null : (item.returnsAt?.toISOString() ?? null),
    back:
      state === "open" && storedState !== "open"
        ? { from: storedState, because: item.hasChanged ? "changed" : "time" }
        : null,
    mayWork: mayWork(viewer, item),
    mayFinish: doneOf(item.kind) !== undefined && worksOn(viewer.role, item),
  };
}

export function presentEnded(item: EndedItem): EndedWorkView {
  const { kind, itemId, reference, isTest, outcome } = item;
  return {
    kind,
    itemId,
    reference,
    money: moneyOf(item),
    isTest,
    href: WORK_KINDS[kind].href(item),
    outcome,
    at: item.at.toISOString(),
  };
}

function moneyOf({
  amountPaise,
  currency,
}: Pick<OpenItem, "amountPaise" | "currency">): { amount: string; currency: string } | null {
  return amountPaise === null || currency === null ? null : { amount: formatPaise(amountPaise), currency };
}
