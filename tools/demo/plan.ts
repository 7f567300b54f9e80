import type { CardScheme, PaymentMethod } from "@/lib/contract/statuses";
import type { DemoFate, PlannedPayment } from "./contract";
import type { DemoRandom } from "./random";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** The customers' clock: India. */
const ZONE_MS = 5.5 * HOUR_MS;

export const DEMO_DAYS = 183;

/** How much is bought in each hour of a day, and on each day of a week from Sunday on. */
const HOURS = [3, 2, 1, 1, 1, 2, 4, 7, 10, 13, 15, 16, 17, 16, 14, 13, 13, 14, 16, 19, 21, 18, 12, 6];
const WEEKDAYS = [1.25, 0.85, 0.88, 0.92, 0.97, 1.12, 1.3];

const FIRST_NAMES = [
  "Asha",
  "Ravi",
  "Meera",
  "Arjun",
  "Fatima",
  "Joseph",
  "Lakshmi",
  "Imran",
  "Nisha",
  "Karan",
];
const LAST_NAMES = ["Rao", "Sharma", "Iyer", "Khan", "Fernandes", "Patel", "Das", "Singh", "Nair", "Gupta"];
const CHANNELS = ["web", "app", "app", "web", "store"];
const BANKS = ["HDFC", "ICIC", "SBIN", "UTIB", "KKBK"];
const PRICES = [
  19_900, 29_900, 49_900, 79_900, 99_900, 129_900, 149_900, 249_900, 399_900, 649_900, 1_299_900,
];

const METHODS: readonly (readonly [PaymentMethod, number])[] = [
  ["UPI", 46],
  ["CC", 20],
  ["DC", 15],
  ["NB", 9],
  ["WALLET", 7],
  ["EMI", 3],
];
const SCHEMES: readonly (readonly [CardScheme, number])[] = [
  ["VISA", 45],
  ["MASTERCARD", 30],
  ["RUPAY", 20],
  ["AMEX", 5],
];
const CURRENCIES: readonly (readonly [string, number])[] = [
  ["INR", 91],
  ["USD", 5],
  ["EUR", 3],
  ["AED", 1],
];
const FATES: readonly (readonly [DemoFate, number])[] = [
  ["paid", 815],
  ["declined", 95],
  ["left", 45],
  ["expired", 30],
  ["open", 10],
  ["not_opened", 5],
];
const EXPIRED_CARD_PAISE = 83;
/** The paise that make the simulator decline for a reason (decision 0210), as often as real gateways give it. */
const DECLINE_PAISE: readonly (readonly [number, number])[] = [
  [0, 30],
  [81, 34],
  [82, 18],
  [EXPIRED_CARD_PAISE, 6],
  [84, 10],
  [85, 2],
];
/** The paise for which the simulator opens no checkout. */
const NOT_OPENED_PAISE = 94;

/** A half year of payments until `end`, in the order of their time: growing, with the rhythm of days and weeks. */
export function planPayments(count: number, end: Date, random: DemoRandom): PlannedPayment[] {
  const times = planTimes(count, end, random);
  return times.map((at, index) => planPayment(at, index + 1, random));
}

function planTimes(count: number, end: Date, random: DemoRandom): Date[] {
  const beginMs = end.getTime() - DEMO_DAYS * DAY_MS;
  const days = Array.from({ length: DEMO_DAYS }, (_, day) => {
    const weekday = new Date(beginMs + day * DAY_MS + ZONE_MS).getUTCDay();
    const growth = 0.7 + (0.6 * day) / DEMO_DAYS;
    const chance = 0.9 + 0.2 * random.next();
    return [day, (WEEKDAYS[weekday] ?? 1) * growth * chance] as const;
  });
  const hours = HOURS.map((weight, hour) => [hour, weight] as const);
  const times = Array.from({ length: count }, () => {
    const midnight = Math.floor((beginMs + random.weighted(days) * DAY_MS + ZONE_MS) / DAY_MS) * DAY_MS;
    const ms = midnight - ZONE_MS + random.weighted(hours) * HOUR_MS + random.whole(0, HOUR_MS - 1);
    // The first and the last day are cut by the period's ends.
    return ms < beginMs || ms >= end.getTime() ? beginMs + random.whole(0, DEMO_DAYS * DAY_MS - 1) : ms;
  });
  return times.sort((one, other) => one - other).map((ms) => new Date(ms));
}

export function planPayment(at: Date, number: number, random: DemoRandom): PlannedPayment {
  const currency = random.weighted(CURRENCIES);
  // The other methods pay in rupees alone.
  const method = currency === "INR" ? random.weighted(METHODS) : "CC";
  const isCard = method === "CC" || method === "DC" || method === "EMI";
  const name = `${random.of(FIRST_NAMES)} ${random.of(LAST_NAMES)}`;
  const fate = random.weighted(FATES);
  return {
    at,
    reference: `SO-${at.toISOString().slice(2, 10).replaceAll("-", "")}-${String(number).padStart(5, "0")}`,
    amountPaise: BigInt(random.of(PRICES) * random.whole(1, 3) + paiseOf(fate, isCard, random)),
    currency,
    method,
    cardScheme: isCard ? random.weighted(SCHEMES) : null,
    bank: isCard || method === "NB" ? random.of(BANKS) : null,
    channel: random.of(CHANNELS),
    customer: {
      name,
      email: `${name.toLowerCase().replace(" ", ".")}${random.whole(1, 99)}@example.com`,
      phone: `9199${String(random.whole(0, 99_999_999)).padStart(8, "0")}`,
    },
    fate,
    takesMs: random.whole(25_000, 6 * 60_000),
    paysAtRetry: fate === "declined" && random.chance(0.35),
  };
}

function paiseOf(fate: DemoFate, isCard: boolean, random: DemoRandom): number {
  switch (fate) {
    case "declined":
      return random.weighted(
        isCard ? DECLINE_PAISE : DECLINE_PAISE.filter(([paise]) => paise !== EXPIRED_CARD_PAISE),
      );
    case "not_opened":
      return NOT_OPENED_PAISE;
    case "paid":
    case "left":
    case "expired":
    case "open":
      return 0;
  }
}
