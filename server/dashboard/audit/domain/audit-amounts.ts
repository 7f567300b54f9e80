import { parseAmount, shownAmount } from "@/lib/money";

type Recorded = { detail: Record<string, unknown> };

/** "INR 1971.50, USD 3.00", as totals are recorded. */
const TOTAL = /^([A-Z]{3}) ([0-9]+\.[0-9]{2})$/;

/** The amount of a record for people; null when it has none. */
export function amountOf({ detail }: Recorded): string | null {
  const { amount, currency, totals } = detail;
  if (typeof amount === "string") return shown(amount, currency);
  return typeof totals === "string" ? shownTotals(totals) : null;
}

/** What a record contains, as text, with formatted amounts; the export has it as it was recorded. */
export function shownDetail(detail: Record<string, unknown>): { name: string; value: string }[] {
  const hasAmount = typeof detail.amount === "string" && typeof detail.currency === "string";
  return Object.entries(detail)
    .filter(([name, value]) => value !== null && value !== "" && !(hasAmount && name === "currency"))
    .map(([name, value]) => ({ name, value: shownValue(name, value, detail.currency) }));
}

function shownValue(name: string, value: unknown, currency: unknown): string {
  if (typeof value !== "string") return JSON.stringify(value);
  if (name === "amount") return shown(value, currency);
  return name === "totals" ? shownTotals(value) : value;
}

function shown(amount: string, currency: unknown): string {
  return parseAmount(amount).ok
    ? shownAmount(amount, typeof currency === "string" ? currency : null)
    : amount;
}

function shownTotals(totals: string): string {
  return totals
    .split(", ")
    .map((total) => {
      const [, currency, amount] = TOTAL.exec(total) ?? [];
      return currency === undefined || amount === undefined ? total : shownAmount(amount, currency);
    })
    .join(", ");
}
