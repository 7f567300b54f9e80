import type { AccountChoice } from "@/lib/accounts/account-views";
import type {
  AssignableView,
  AssignWorkInput,
  FinishWorkInput,
  WaitInput,
  WorkItemView,
  WorkOutcomeView,
  WorkTargetInput,
} from "@/lib/queues/work-views";

/** What a list shows of one account. */
export type WorkList = {
  /** Null on a page of one account, whose address names it. */
  account: AccountChoice | null;
  items: readonly WorkItemView[];
  isLastPage: boolean;
  /** Whether an item that is not there has left; else part of the list could not be read. */
  isWhole: boolean;
  /** To whom items may be assigned. */
  people: readonly AssignableView[];
};

/** An item with the account that it is of. */
export type ListedWork = WorkItemView & { account: AccountChoice | null };

/** What changes an item of one account. */
export type WorkCommands = {
  assign: (input: AssignWorkInput) => Promise<WorkOutcomeView>;
  wait: (input: WaitInput) => Promise<WorkOutcomeView>;
  finish: (input: FinishWorkInput) => Promise<WorkOutcomeView>;
  reopen: (input: WorkTargetInput) => Promise<WorkOutcomeView>;
};

/** The same id in two accounts is two items. */
export const keyOf = ({ account, kind, itemId }: Pick<ListedWork, "account" | "kind" | "itemId">): string =>
  `${account?.slug ?? ""} ${kind} ${itemId}`;

/** The items of all lists: of one in its own order, of several the oldest first. */
export function itemsOf(lists: readonly WorkList[]): ListedWork[] {
  const [first] = lists;
  if (lists.length === 1 && first !== undefined)
    return first.items.map((item) => ({ ...item, account: first.account }));
  return lists
    .flatMap(({ account, items }) => items.map((item) => ({ ...item, account })))
    .sort((a, b) => a.since.localeCompare(b.since));
}

/**
 * Items that were listed and are not any more. On a full page, later ones may only have moved to the next page; of an
 * account that is not there now, or not as a whole, nobody knows.
 */
export function leftOf(before: readonly ListedWork[], lists: readonly WorkList[]): ListedWork[] {
  const keys = new Set(itemsOf(lists).map(keyOf));
  return before.filter((item) => {
    const now = lists.find(({ account }) => account?.slug === item.account?.slug);
    if (now?.isWhole !== true || keys.has(keyOf(item))) return false;
    return now.isLastPage || item.since <= (now.items.at(-1)?.since ?? "");
  });
}
