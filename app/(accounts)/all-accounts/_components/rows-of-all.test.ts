import { expect, test } from "vitest";
import type { AccountChoice } from "@/lib/accounts/account-views";
import type { AccountLines } from "@/lib/all-accounts/views";
import type { LineResult } from "@/lib/payments/lines-view";
import type { PaymentListItem } from "@/lib/payments/payment-list-views";
import { stateOfStatus } from "@/lib/payments/payment-state";
import { countsOfAll, rowsOfAll } from "./rows-of-all";

const MAIN: AccountChoice = { slug: null, name: "Main", colour: "gray" };
const SHOP: AccountChoice = { slug: "shop", name: "Shop", colour: "green" };
const MALL: AccountChoice = { slug: "mall", name: "Mall", colour: "blue" };

const payment = (transactionId: string): PaymentListItem => ({
  transactionId,
  reference: "A",
  amount: "1.00",
  currency: "INR",
  status: "SUCCESS",
  state: stateOfStatus("SUCCESS"),
  createdAt: "2026-11-21T08:00:00.000Z",
  method: null,
  gateway: null,
  isTest: false,
  customer: null,
  refunded: null,
  manual: null,
  inProgress: null,
});
const found = (line: string, ...ids: string[]): LineResult => ({
  line,
  kind: "found",
  payments: ids.map(payment),
  isMore: false,
});
const read = (account: AccountChoice, ...value: LineResult[]): AccountLines => ({
  account,
  role: "support",
  reading: { kind: "read", value },
});

/** Each row as a text: line, kind, accounts and payment. */
const shown = (lines: readonly string[], parts: readonly AccountLines[]): string[] =>
  rowsOfAll(lines, parts).map((row) =>
    row.kind === "found"
      ? `${row.line}: ${row.payment.transactionId} of ${String(row.count)} in ${row.account.name}`
      : `${row.line}: ${row.kind} in ${row.accounts.map(({ name }) => name).join(", ")}`,
  );

test("each payment is a row of its own account, in the order of lines and accounts", () => {
  const parts = [
    read(MAIN, { line: "A", kind: "not_found" }, found("B", "1")),
    read(SHOP, found("A", "2", "3"), found("B", "1")),
  ];
  expect(shown(["B", "A"], parts)).toEqual([
    "B: 1 of 1 in Main",
    "B: 1 of 1 in Shop",
    "A: 2 of 2 in Shop",
    "A: 3 of 2 in Shop",
  ]);
  const rows = rowsOfAll(["B", "A"], parts);
  expect(rows.map(({ isFirst }) => isFirst)).toEqual([true, false, true, false]);
  // One id in two accounts is two payments.
  expect(new Set(rows.map(({ key }) => key)).size).toBe(4);
});

test("a line that no account has is one row for all of them; what is not known is never called missing", () => {
  const parts = [
    read(MAIN, { line: "A", kind: "not_found" }, { line: "B", kind: "not_found" }),
    read(SHOP, { line: "A", kind: "not_found" }, { line: "B", kind: "late" }),
    read(
      MALL,
      { line: "A", kind: "not_found" },
      { line: "B", kind: "service_error", serviceError: { kind: "unavailable" } },
    ),
  ];
  expect(shown(["A", "B"], parts)).toEqual([
    "A: not_found in Main, Shop, Mall",
    "B: late in Shop",
    "B: service_error in Mall",
    "B: not_found in Main",
  ]);
  expect(countsOfAll(["A", "B"], parts)).toEqual({ found: 0, missing: 1, unknown: 1 });
});

test("what an account could not look up is shown beside what another one has", () => {
  const parts = [read(MAIN, found("A", "1")), read(SHOP, { line: "A", kind: "not_seen" })];
  expect(shown(["A"], parts)).toEqual(["A: 1 of 1 in Main", "A: not_seen in Shop"]);
  expect(countsOfAll(["A"], parts)).toEqual({ found: 1, missing: 0, unknown: 0 });
});

test("an account without an answer has no rows", () => {
  const parts: AccountLines[] = [
    { account: MAIN, role: "support", reading: null },
    { account: SHOP, role: "support", reading: { kind: "forbidden" } },
    read(MALL, { line: "A", kind: "not_found" }),
  ];
  expect(shown(["A"], parts)).toEqual(["A: not_found in Mall"]);
});
