import type { CardScheme } from "../contract/statuses";

const SCHEMES: Record<CardScheme, string> = {
  VISA: "Visa",
  MASTERCARD: "Mastercard",
  RUPAY: "RuPay",
  AMEX: "American Express",
  DINERS: "Diners Club",
  DISCOVER: "Discover",
  JCB: "JCB",
  UNIONPAY: "UnionPay",
};

/** The name of a card scheme as people know it. */
export function schemeName(code: string): string {
  const names: Readonly<Record<string, string>> = SCHEMES;
  return (Object.hasOwn(names, code) ? names[code] : undefined) ?? code;
}
