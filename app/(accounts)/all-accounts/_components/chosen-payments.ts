import { canActOnSeveral } from "@/components/bulk/bulk-actions";
import type { AccountChoice } from "@/lib/accounts/account-views";
import type { AccountLines } from "@/lib/all-accounts/views";
import type { Role } from "@/lib/can";
import type { PaymentListItem } from "@/lib/payments/payment-list-views";
import type { RowOfAll } from "./rows-of-all";

type Found = Extract<RowOfAll, { kind: "found" }>;
type Shown = Pick<AccountLines, "account" | "role">;

/** The payments of one account that are chosen, each once; `role`: the person's role there. */
export type ChosenPayments = { account: AccountChoice; role: Role; payments: PaymentListItem[] };

/** An id is one payment in an account, and another one in the next. */
export const choiceKeyOf = ({ account, payment }: Found): string =>
  `${account.slug ?? ""} ${payment.transactionId}`;

/** A line that found exactly one payment in the account means it, if the role there can do anything with it. */
export function isChoosable(row: RowOfAll, parts: readonly Shown[]): row is Found {
  if (row.kind !== "found" || row.count > 1 || row.isMore) return false;
  const role = parts.find(({ account }) => account.slug === row.account.slug)?.role ?? null;
  return role !== null && canActOnSeveral(role);
}

/**
 * What "all" chooses: the payments of lines that one account alone has found. Which one is meant by a line that several
 * accounts have, only a person knows.
 */
export function choiceOfAll(rows: readonly RowOfAll[], parts: readonly Shown[]): Set<string> {
  const accountsOf = new Map<string, Set<string | null>>();
  for (const row of rows)
    if (row.kind === "found")
      accountsOf.set(row.line, (accountsOf.get(row.line) ?? new Set()).add(row.account.slug));
  return new Set(
    rows.flatMap((row) =>
      isChoosable(row, parts) && accountsOf.get(row.line)?.size === 1 ? [choiceKeyOf(row)] : [],
    ),
  );
}

/** The chosen payments by account: what is of one account is never beside what is of another. */
export function chosenByAccount(
  rows: readonly RowOfAll[],
  parts: readonly Shown[],
  chosen: ReadonlySet<string>,
): ChosenPayments[] {
  return parts.flatMap(({ account, role }) => {
    const payments = new Map<string, PaymentListItem>();
    for (const row of rows)
      if (isChoosable(row, parts) && row.account.slug === account.slug && chosen.has(choiceKeyOf(row)))
        payments.set(row.payment.transactionId, row.payment);
    return role === null || payments.size === 0 ? [] : [{ account, role, payments: [...payments.values()] }];
  });
}
