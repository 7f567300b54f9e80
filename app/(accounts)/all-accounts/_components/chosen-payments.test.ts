import { expect, test } from "vitest";
import type { AccountChoice } from "@/lib/accounts/account-views";
import type { AccountLines } from "@/lib/all-accounts/views";
import type { Role } from "@/lib/can";
import type { LineResult } from "@/lib/payments/lines-view";
import { paymentItem } from "@/tools/testing/payment-item";
import { chosenByAccount, choiceKeyOf, choiceOfAll, isChoosable } from "./chosen-payments";
import { rowsOfAll } from "./rows-of-all";

const MAIN: AccountChoice = { slug: null, name: "Main", colour: "gray" };
const SHOP: AccountChoice = { slug: "shop", name: "Shop", colour: "green" };
const LINES = ["A", "B", "C"];

const found = (line: string, ...ids: string[]): LineResult => ({
  line,
  kind: "found",
  payments: ids.map((transactionId) => paymentItem({ transactionId })),
  isMore: false,
});
const read = (account: AccountChoice, role: Role, ...value: LineResult[]): AccountLines => ({
  account,
  role,
  reading: { kind: "read", value },
});
const keysOf = (parts: readonly AccountLines[]): string[] =>
  rowsOfAll(LINES, parts).flatMap((row) => (isChoosable(row, parts) ? [choiceKeyOf(row)] : []));

test("what may be chosen is what a line alone means in an account where the role can act on it", () => {
  const more: LineResult = { ...found("C", "5"), kind: "found", payments: [paymentItem()], isMore: true };
  const parts = [
    read(MAIN, "finance", found("A", "1"), found("B", "2", "3"), more),
    read(SHOP, "support", found("A", "1")),
  ];
  expect(keysOf(parts)).toEqual([" 1", "shop 1"]);
  const seeing: Role = {
    id: "1",
    name: "Sees",
    permissions: ["view_payments"],
    refundLimits: null,
    approveLimits: null,
  };
  expect(keysOf([read(MAIN, seeing, found("A", "1")), read(SHOP, "ops", found("A", "1"))])).toEqual([
    "shop 1",
  ]);
});

test("all of them are those that one account alone has found", () => {
  const parts = [
    read(MAIN, "finance", found("A", "1"), found("B", "2")),
    read(SHOP, "finance", found("A", "1"), found("C", "4")),
  ];
  expect([...choiceOfAll(rowsOfAll(LINES, parts), parts)]).toEqual([" 2", "shop 4"]);
});

test("chosen payments are by account, each once, and the same id of another account is not chosen with it", () => {
  const parts = [
    read(MAIN, "finance", found("A", "1"), found("B", "1")),
    read(SHOP, "support", found("A", "1"), found("C", "4")),
  ];
  const idsOf = (chosen: string[]): unknown[] =>
    chosenByAccount(rowsOfAll(LINES, parts), parts, new Set(chosen)).map(({ account, role, payments }) => [
      account.slug,
      role,
      payments.map(({ transactionId }) => transactionId),
    ]);
  expect(idsOf([" 1"])).toEqual([[null, "finance", ["1"]]]);
  expect(idsOf(["shop 1", "shop 4"])).toEqual([["shop", "support", ["1", "4"]]]);
  expect(idsOf([" 4", "mall 1"])).toEqual([]);
});
