/** Most customers are in India; the offset makes the time clear for all others. */
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

/** A time as shown to customers: "21 Nov 2026, 18:30 IST (UTC+5:30)". */
export function customerTime(at: Date): string {
  return `${FORMAT.format(at)} ${ZONE.label}`;
}
