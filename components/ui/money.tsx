import { Fragment } from "react";
import { shownAmount } from "@/lib/money";
import { cx } from "./cx";

type MoneyProps = {
  /** The wire format, "1499.00". */
  amount: string;
  /** Null when unknown: then only the number is shown, never a guess. */
  currency: string | null;
  className?: string;
};

/** Up to here an amount fits everywhere: ₹99,99,99,999.00. */
const SHORT = 16;

/**
 * An amount for people. It is on one line; only one that is too long for its place wraps, after a
 * group of digits: a cut amount reads as another amount.
 */
export function Money({ amount, currency, className }: MoneyProps) {
  const text = shownAmount(amount, currency);
  if (text.length <= SHORT) {
    return <span className={cx("whitespace-nowrap", className)}>{text}</span>;
  }
  return (
    <span className={cx("wrap-normal", className)}>
      {text.split(/(?<=,)/).map((group, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {group}
        </Fragment>
      ))}
    </span>
  );
}
