const PERCENT = /^([0-9]{1,3})(?:\.([0-9]{1,4}))?$/;
const WHOLE_MILLIONTHS = 1_000_000;

/** Parses a percentage such as "2.36" exactly, into millionths: 23,600. Null beyond 100, or with more than four decimals. */
export function parsePercent(text: string): number | null {
  const match = PERCENT.exec(text);
  if (match === null) return null;
  const [, whole = "", fraction = ""] = match;
  const millionths = parseInt(whole, 10) * 10_000 + parseInt(fraction.padEnd(4, "0"), 10);
  return millionths <= WHOLE_MILLIONTHS ? millionths : null;
}

/** Millionths as a percentage without superfluous zeros: "2.36". */
export function formatPercent(millionths: number): string {
  const digits = String(millionths).padStart(5, "0");
  const fraction = digits.slice(-4).replace(/(?<!0)0+$/, "");
  return fraction === "" ? digits.slice(0, -4) : `${digits.slice(0, -4)}.${fraction}`;
}
