import type { AccountChoice } from "@/lib/accounts/account-views";
import type { AccountLines } from "@/lib/all-accounts/views";
import { isUnknown, type LineResult } from "@/lib/payments/lines-view";
import type { PaymentListItem } from "@/lib/payments/payment-list-views";

type Kind = Exclude<LineResult["kind"], "found">;

/** One payment of a line in one account, or why there is none in these accounts. */
export type RowOfAll = { key: string; line: string; isFirst: boolean } & (
  | { kind: "found"; account: AccountChoice; payment: PaymentListItem; count: number; isMore: boolean }
  | { kind: Kind; accounts: readonly AccountChoice[] }
);

/** What is not known comes before what is known to be missing. */
const KINDS: readonly Kind[] = ["late", "service_error", "not_seen", "invalid", "not_found"];

/**
 * The lines in their order, each with the accounts that have it, in theirs. The accounts without it are one row, and none
 * where another account has it: with them a table of several accounts would be mostly about what is not there.
 */
export function rowsOfAll(lines: readonly string[], parts: readonly AccountLines[]): RowOfAll[] {
  const results = resultsByLine(parts);
  return lines.flatMap((line) => {
    const ofLine = results.get(line) ?? [];
    const found = ofLine.flatMap(({ account, result }) =>
      result.kind === "found"
        ? result.payments.map((payment) => ({
            key: `${line} ${account.slug ?? ""} ${payment.transactionId}`,
            kind: "found" as const,
            account,
            payment,
            count: result.payments.length,
            isMore: result.isMore,
          }))
        : [],
    );
    const others = KINDS.filter((kind) => kind !== "not_found" || found.length === 0).map((kind) => ({
      key: `${line} ${kind}`,
      kind,
      accounts: ofLine.filter(({ result }) => result.kind === kind).map(({ account }) => account),
    }));
    return [...found, ...others.filter(({ accounts }) => accounts.length > 0)].map((row, index) => ({
      ...row,
      line,
      isFirst: index === 0,
    }));
  });
}

/** How many lines some account has, how many none of those asked has, and how many nobody knows. */
export function countsOfAll(
  lines: readonly string[],
  parts: readonly AccountLines[],
): { found: number; missing: number; unknown: number } {
  const results = resultsByLine(parts);
  const kinds = lines.map((line) => (results.get(line) ?? []).map(({ result }) => result.kind));
  const found = kinds.filter((each) => each.includes("found")).length;
  const unknown = kinds.filter((each) => !each.includes("found") && each.some(isUnknown)).length;
  return { found, unknown, missing: lines.length - found - unknown };
}

function resultsByLine(
  parts: readonly AccountLines[],
): Map<string, { account: AccountChoice; result: LineResult }[]> {
  const results = new Map<string, { account: AccountChoice; result: LineResult }[]>();
  for (const { account, reading } of parts) {
    if (reading?.kind !== "read") continue;
    for (const result of reading.value)
      results.set(result.line, [...(results.get(result.line) ?? []), { account, result }]);
  }
  return results;
}
