import { expect, test } from "vitest";
import type { AccountChoice } from "@/lib/accounts/account-views";
import type { WorkItemView } from "@/lib/queues/work-views";
import { itemsOf, keyOf, leftOf, type WorkList } from "./work-list";

const MAIN: AccountChoice = { slug: null, name: "Main", colour: "gray" };
const SHOP: AccountChoice = { slug: "shop", name: "Shop", colour: "green" };

const item = (itemId: string): WorkItemView => ({
  kind: "refund",
  itemId,
  team: "finance",
  condition: "refund_unknown",
  // The id is the minute, so the order of ids is that of age.
  since: `2026-11-21T08:${itemId.padStart(2, "0")}:00.000Z`,
  reference: `ORD-${itemId}`,
  transactionId: null,
  money: null,
  isTest: false,
  who: null,
  why: null,
  isForOthers: false,
  href: "/refunds",
  version: 0,
  mark: "",
  assignee: null,
  state: "open",
  reason: null,
  stateBy: null,
  stateAt: null,
  returnsAt: null,
  back: null,
  mayWork: true,
  mayFinish: true,
});
const list = (account: AccountChoice | null, ids: string[], fields: Partial<WorkList> = {}): WorkList => ({
  account,
  items: ids.map(item),
  isLastPage: true,
  isWhole: true,
  people: [],
  ...fields,
});
const left = (before: WorkList[], now: WorkList[]): string[] => leftOf(itemsOf(before), now).map(keyOf);

test("items of several accounts are one list, the oldest first, and one id in two accounts is two items", () => {
  const items = itemsOf([list(MAIN, ["1", "4"]), list(SHOP, ["1", "3"])]);
  expect(items.map(keyOf)).toEqual([" refund 1", "shop refund 1", "shop refund 3", " refund 4"]);
});

test("an item that has gone has left its account, whatever another account has", () => {
  expect(left([list(MAIN, ["1", "2"]), list(SHOP, ["1"])], [list(MAIN, ["2"]), list(SHOP, ["1"])])).toEqual([
    " refund 1",
  ]);
  expect(left([list(null, ["1", "2"])], [list(null, ["2"])])).toEqual([" refund 1"]);
});

test("on a full page, what is after its end may have moved to the next one", () => {
  const now = [list(MAIN, ["1", "3"], { isLastPage: false }), list(SHOP, ["9"])];
  expect(left([list(MAIN, ["1", "2", "3", "4"]), list(SHOP, ["9"])], now)).toEqual([" refund 2"]);
});

test("of an account that could not be read, or only in part, nothing is known to have left", () => {
  const before = [list(MAIN, ["1"]), list(SHOP, ["2"])];
  expect(left(before, [list(SHOP, ["2"])])).toEqual([]);
  expect(left(before, [list(MAIN, [], { isWhole: false }), list(SHOP, ["2"])])).toEqual([]);
});
