/** Customers are in India unless their merchant says otherwise, and the offset tells everybody else. */
const ZONE = { timeZone: "Asia/Kolkata", label: "IST (UTC+5:30)" };

const FORMAT = new Intl.DateTimeFormat("en-GB", {
  timeZone: ZONE.timeZone,
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** An instant as a customer reads it: "21 Nov 2026, 18:30 IST (UTC+5:30)". */
export function customerTime(at: Date): string {
  return `${FORMAT.format(at)} ${ZONE.label}`;
}
