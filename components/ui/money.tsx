import { displayAmount } from "@/lib/money";
import { cx } from "./cx";

type MoneyProps = {
  /** As the wire writes it, "1499.00". */
  amount: string;
  /** Null when it is not known: the bare figure is shown then, never a guess. */
  currency: string | null;
  className?: string;
};

/** An amount for people: digits of one width, never broken over two lines. */
export function Money({ amount, currency, className }: MoneyProps) {
  return (
    <span className={cx("whitespace-nowrap tabular-nums", className)}>
      {currency === null ? amount : displayAmount(amount, currency)}
    </span>
  );
}
