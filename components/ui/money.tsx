import { displayAmount } from "@/lib/money";
import { cx } from "./cx";

type MoneyProps = {
  /** In wire format, "1499.00". */
  amount: string;
  /** Null when unknown: then only the number is shown, never a guess. */
  currency: string | null;
  className?: string;
};

/** An amount for people: tabular digits, never wrapped. */
export function Money({ amount, currency, className }: MoneyProps) {
  return (
    <span className={cx("whitespace-nowrap tabular-nums", className)}>
      {currency === null ? amount : displayAmount(amount, currency)}
    </span>
  );
}
