import { instantField } from "@/lib/contract/ops/fields";
import type { OpsArguments } from "@/lib/contract/ops";
import {
  CARD_SCHEMES,
  type CardScheme,
  PAYMENT_METHODS,
  PAYMENT_STATUSES,
  type PaymentMethod,
  type PaymentStatus,
} from "@/lib/contract/statuses";
import type { MoneyState } from "@/lib/contract/payment-alerts";
import { formatPaise, parseAmount } from "@/lib/money";
import { parseDay } from "@/lib/parse";
import { DECLINE_FILTERS, type DeclineFilter } from "@/lib/payments/decline-reason";
import {
  PAYMENT_STATES,
  type PaymentState,
  STATES_OF_STATUS,
  STUCK_AFTER_MS,
} from "@/lib/payments/payment-state";
import { codePointLength, isBlank, isStorableText, MAX_REFERENCE_CODE_POINTS } from "@/lib/text";
import { parseTypedAmount } from "@/lib/typed-amount";
import { instantOfWallTime, startOfDay } from "@/lib/zoned-time";

/** Relative time ranges: a saved view keeps its meaning. */
export const PAYMENT_RANGES = ["today", "yesterday", "7d", "30d"] as const;
export type PaymentRange = (typeof PAYMENT_RANGES)[number];

/** The filter of the list of payments. Null and the empty list mean "any". */
export type PaymentFilter = {
  status: readonly PaymentState[];
  range: PaymentRange | null;
  /** Exact instants in UTC; `until` is exclusive. */
  from: string | null;
  until: string | null;
  /** Amounts as the strings of the service's interface. */
  min: string | null;
  max: string | null;
  method: PaymentMethod | null;
  scheme: CardScheme | null;
  /** Written in capitals, like the currency. */
  bank: string | null;
  currency: string | null;
  gateway: string | null;
  decline: DeclineFilter | null;
  prefix: string | null;
  udf1: string | null;
  udf2: string | null;
  udf3: string | null;
  /** The id of a search by contact, stored on the server (decision 0110). */
  customer: string | null;
};

export const NO_FILTER: PaymentFilter = {
  status: [],
  range: null,
  from: null,
  until: null,
  min: null,
  max: null,
  method: null,
  scheme: null,
  bank: null,
  currency: null,
  gateway: null,
  decline: null,
  prefix: null,
  udf1: null,
  udf2: null,
  udf3: null,
  customer: null,
};

export type FilterField = keyof PaymentFilter;
export type FilterFault = {
  field: FilterField;
  fault:
    | "not_offered"
    | "not_a_time"
    | "not_after_from"
    | "not_an_amount"
    | "less_than_min"
    | "too_long"
    | "not_a_text";
};

/** The filter as URL parameters. */
export type AddressQuery = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Filters that an earlier service lacks (decision 0324). */
const KIND_FIELDS = ["scheme", "bank", "currency"] as const;

export function isByKind(filter: PaymentFilter): boolean {
  return KIND_FIELDS.some((field) => filter[field] !== null);
}

const TEXT_FIELDS = ["gateway", "prefix", "udf1", "udf2", "udf3"] as const;
const CUSTOMER_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Parses the list's filter from a URL. Times may be instants or wall times of the zone, as a form sends them. Invalid
 * values are left out of the filter and reported by field; nothing is guessed.
 */
export function readPaymentFilter(
  query: AddressQuery,
  zone: string,
): { filter: PaymentFilter; faults: FilterFault[] } {
  const faults: FilterFault[] = [];
  const fault = (field: FilterField, what: FilterFault["fault"]): null => {
    faults.push({ field, fault: what });
    return null;
  };
  const one = (field: FilterField): string | null => {
    const value = all(query[field])[0];
    return value === undefined || value === "" ? null : value;
  };
  const word = <T extends string>(field: FilterField, words: readonly T[]): T | null => {
    const value = one(field);
    return value === null ? null : (words.find((known) => known === value) ?? fault(field, "not_offered"));
  };
  const time = (field: "from" | "until"): string | null => {
    const value = one(field);
    return value === null ? null : (readInstant(value, zone) ?? fault(field, "not_a_time"));
  };
  const amount = (field: "min" | "max"): string | null => {
    const value = one(field);
    if (value === null) return null;
    const parsed = parseTypedAmount(value, null);
    return parsed.ok ? formatPaise(parsed.value) : fault(field, "not_an_amount");
  };
  const text = (field: FilterField, value = one(field)): string | null => {
    if (value === null) return null;
    if (codePointLength(value) > MAX_REFERENCE_CODE_POINTS) return fault(field, "too_long");
    return isBlank(value) || !isStorableText(value) ? fault(field, "not_a_text") : value;
  };

  const { states, areKnown } = readStates(all(query.status));
  if (!areKnown) fault("status", "not_offered");
  // What saved views call stuck.
  const isOldStuck = one("range") === "open_30min" && writeStates(states).join() === "INITIATED";
  const status: readonly PaymentState[] = isOldStuck ? ["STUCK"] : states;
  const customer = one("customer");
  const currency = one("currency")?.toUpperCase() ?? null;
  const [from, until, min, max] = [time("from"), time("until"), amount("min"), amount("max")];
  if (from !== null && until !== null && Date.parse(until) <= Date.parse(from))
    fault("until", "not_after_from");
  if (min !== null && max !== null && isLess(max, min)) fault("max", "less_than_min");

  const filter: PaymentFilter = {
    // All mean the same as none, and a shorter URL.
    status: status.length === PAYMENT_STATES.length ? [] : status,
    // Exact times take precedence over a named range.
    range: from === null && until === null && !isOldStuck ? word("range", PAYMENT_RANGES) : null,
    from,
    until,
    min,
    max,
    method: word("method", PAYMENT_METHODS),
    scheme: word("scheme", CARD_SCHEMES),
    bank: text("bank", one("bank")?.toUpperCase() ?? null),
    currency: currency === null || /^[A-Z]{3}$/.test(currency) ? currency : fault("currency", "not_offered"),
    decline: word("decline", DECLINE_FILTERS),
    ...(Object.fromEntries(TEXT_FIELDS.map((field) => [field, text(field)])) as Pick<
      PaymentFilter,
      (typeof TEXT_FIELDS)[number]
    >),
    customer: customer === null || CUSTOMER_ID.test(customer) ? customer : fault("customer", "not_offered"),
  };
  return { filter, faults };
}

/** A status of the specification means every state that it is divided into. */
function readStates(chosen: readonly string[]): { states: PaymentState[]; areKnown: boolean } {
  const given = new Set(chosen.filter((value) => value !== ""));
  const statuses = PAYMENT_STATUSES.filter((status) => given.delete(status));
  const whole = new Set<PaymentState>(statuses.flatMap((status) => STATES_OF_STATUS[status]));
  const states = PAYMENT_STATES.filter((state) => given.delete(state) || whole.has(state));
  return { states, areKnown: given.size === 0 };
}

type ChosenStates = { code: PaymentState | PaymentStatus; states: readonly PaymentState[] };

/** Groups the states: where all states of a status are chosen, the specification's name stands for them. */
export function chosenStates(states: readonly PaymentState[]): ChosenStates[] {
  return PAYMENT_STATUSES.flatMap((status): ChosenStates[] => {
    const all: readonly PaymentState[] = STATES_OF_STATUS[status];
    const chosen = all.filter((state) => states.includes(state));
    if (chosen.length === all.length) return [{ code: status, states: all }];
    return chosen.map((state) => ({ code: state, states: [state] }));
  });
}

function writeStates(states: readonly PaymentState[]): string[] {
  return chosenStates(states).map(({ code }) => code);
}

/** The filter as URL parameters: always the same text for the same filter, and nothing for "any". */
export function writePaymentFilter(filter: PaymentFilter): Record<string, string | string[]> {
  const written = { ...filter, status: writeStates(filter.status) };
  const set = Object.entries(written).filter(([, value]) => value !== null && value.length > 0);
  return Object.fromEntries(
    set.map(([name, value]) => [name, typeof value === "string" ? value : [...(value ?? [])]]),
  );
}

/** The payments of which this dashboard alone knows what happened to their money. */
type OwnPayments = { unknown: readonly string[]; manual: readonly string[] };
const NOT_ASKED: OwnPayments = { unknown: [], manual: [] };

/** What the service calls the states that it knows itself. */
const MONEY_STATE_OF: Partial<Record<PaymentState, MoneyState>> = {
  PAID: "paid",
  REFUND_IN_PROGRESS: "refund_in_progress",
  PARTLY_REFUNDED: "partly_refunded",
  REFUNDED: "refunded",
  DISPUTED: "disputed",
};

/** Which of the payments that this dashboard alone knows of the service has to search for these states. */
export function ownKindsOf(states: readonly PaymentState[]): ("unknown" | "manual")[] {
  if (!isPaidInPart(states)) return [];
  const isReturned = states.includes("PARTLY_REFUNDED") || states.includes("REFUNDED");
  return [
    ...(states.includes("OUTCOME_UNKNOWN") ? ["unknown" as const] : []),
    ...(isReturned ? ["manual" as const] : []),
  ];
}

/** Some of the states of a paid payment: what the specification's status does not tell apart. */
export function isPaidInPart(states: readonly PaymentState[]): boolean {
  const paid = STATES_OF_STATUS.SUCCESS.filter((state) => states.includes(state));
  return paid.length > 0 && paid.length < STATES_OF_STATUS.SUCCESS.length;
}

/** The search finds every payment in one of the states, and more: `isInState` decides about each. */
function statusFields(
  states: readonly PaymentState[],
  { unknown, manual }: OwnPayments,
): Pick<
  OpsArguments<"payments.search">,
  "status" | "money_state" | "or_transaction_ids" | "transaction_ids"
> {
  if (states.length === 0) return {};
  const status = PAYMENT_STATUSES.filter((one) =>
    STATES_OF_STATUS[one].some((state) => states.includes(state)),
  );
  if (!isPaidInPart(states)) return { status };
  const ids = [...new Set([...unknown, ...manual])];
  if (states.every((state) => state === "OUTCOME_UNKNOWN")) return { status, transaction_ids: ids };
  return {
    status,
    money_state: states.flatMap((state) => MONEY_STATE_OF[state] ?? []),
    ...(ids.length > 0 && { or_transaction_ids: ids }),
  };
}

/** Stuck payments alone were created before a time, and waiting ones since. */
function withinAge(
  states: readonly PaymentState[],
  span: { from: string | null; until: string | null },
  now: Date,
): { from: string | null; until: string | null } {
  const [only, ...others] = states;
  if (others.length > 0 || (only !== "STUCK" && only !== "WAITING")) return span;
  const limit = new Date(now.getTime() - STUCK_AFTER_MS).toISOString();
  const { from, until } = span;
  // The service refuses an empty time; the span itself is short then.
  if (only === "WAITING")
    return (from ?? "") > limit || (until ?? "~") <= limit ? span : { ...span, from: limit };
  return (until ?? "~") < limit || (from ?? "") >= limit ? span : { ...span, until: limit };
}

type CustomerContact = { field: "email" | "phone"; value: string };

/** The filter in the service's terms. A contact is inserted only where it is needed and never appears in a URL. */
export function searchFields(
  filter: PaymentFilter,
  options: { now: Date; zone: string; contact: CustomerContact | null; own?: OwnPayments },
): OpsArguments<"payments.search"> {
  const span = withinAge(
    filter.status,
    filter.range === null ? filter : spanOf(filter.range, options.now, options.zone),
    options.now,
  );
  const { contact } = options;
  return {
    ...statusFields(filter.status, options.own ?? NOT_ASKED),
    ...(span.from !== null && { created_from: span.from }),
    ...(span.until !== null && { created_until: span.until }),
    ...(filter.min !== null && { amount_min: filter.min }),
    ...(filter.max !== null && { amount_max: filter.max }),
    ...(filter.method !== null && { payment_method: filter.method }),
    ...(filter.scheme !== null && { card_scheme: filter.scheme }),
    ...(filter.bank !== null && { issuing_bank: filter.bank }),
    ...(filter.currency !== null && { currency: filter.currency }),
    ...(filter.gateway !== null && { gateway: filter.gateway }),
    ...(filter.decline !== null && declineFields(filter.decline)),
    ...(filter.prefix !== null && { reference_prefix_any_case: filter.prefix }),
    ...(filter.udf1 !== null && { udf1: filter.udf1 }),
    ...(filter.udf2 !== null && { udf2: filter.udf2 }),
    ...(filter.udf3 !== null && { udf3: filter.udf3 }),
    ...(contact?.field === "email" && { customer_email: contact.value }),
    ...(contact?.field === "phone" && { customer_phone: contact.value }),
  };
}

function declineFields(
  decline: DeclineFilter,
): Pick<OpsArguments<"payments.search">, "decline_reason" | "avoidability"> {
  if (decline === "against_gateway") return { avoidability: ["mendable", "unknown"] };
  if (decline === "unavoidable") return { avoidability: ["unavoidable"] };
  return { decline_reason: [decline] };
}

/** The start and end of a relative range now; days begin at midnight in the zone. */
export function spanOf(
  range: PaymentRange,
  now: Date,
  zone: string,
): { from: string | null; until: string | null } {
  switch (range) {
    case "today":
      return { from: startOfDay(now, zone).toISOString(), until: null };
    case "yesterday":
      return {
        from: startOfDay(now, zone, 1).toISOString(),
        until: startOfDay(now, zone).toISOString(),
      };
    case "7d":
      return { from: startOfDay(now, zone, 6).toISOString(), until: null };
    case "30d":
      return { from: startOfDay(now, zone, 29).toISOString(), until: null };
  }
}

function readInstant(text: string, zone: string): string | null {
  const exact = instantField.safeParse(text);
  // A day alone, as somebody types it, means its beginning.
  const wallTime = parseDay(text) === null ? text : `${text}T00:00`;
  const at = exact.success ? new Date(exact.data) : instantOfWallTime(wallTime, zone);
  return at === null || Number.isNaN(at.getTime()) ? null : at.toISOString();
}

function isLess(one: string, other: string): boolean {
  const [left, right] = [parseAmount(one), parseAmount(other)];
  return left.ok && right.ok && left.value < right.value;
}

function all(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === "string" ? [value] : value;
}
