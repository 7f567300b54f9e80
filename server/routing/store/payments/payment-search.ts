import type { MoneyState } from "@/lib/contract/payment-alerts";
import type { CardScheme, PaymentMethod, PaymentStatus } from "@/lib/contract/statuses";
import type { Db } from "@/server/platform/pool";
import type { Payment } from "../../domain/payments/payment";
import { type DeclineCondition, DECLINED, declinedCondition } from "./declined-payments";
import { SUMS_OF_REFUNDS } from "../refunds/refunds";
import { ALL_COLUMNS, fromRow, type PaymentRow } from "./payment-row";

/** The filters of a search; null for an unused one. Amounts and times: from (inclusive), until (exclusive). */
export type PaymentFilter = {
  statuses: readonly PaymentStatus[] | null;
  createdFrom: Date | null;
  createdUntil: Date | null;
  minPaise: bigint | null;
  maxPaise: bigint | null;
  paymentMethod: PaymentMethod | null;
  currency: string | null;
  cardScheme: CardScheme | null;
  /** Written in capitals. */
  issuingBank: string | null;
  gateway: string | null;
  reference: string | null;
  referencePrefix: string | null;
  /** Written in lower case. */
  lowerReferencePrefix: string | null;
  paymentId: string | null;
  gatewayTransactionId: string | null;
  udf1: string | null;
  udf2: string | null;
  udf3: string | null;
  customerEmail: string | null;
  customerPhone: string | null;
  decline: DeclineCondition | null;
  money: MoneyFilter | null;
  /** Only these payments. */
  ids: readonly string[] | null;
};

/** Paid payments match only when they are in one of these states, or have one of these ids. */
export type MoneyFilter = { states: readonly MoneyState[]; ids: readonly string[] };

type Condition = Exclude<keyof PaymentFilter, "statuses" | "decline" | "money" | "ids">;

/**
 * The SQL of each filter. The statement contains only filters that are set, so that it is planned for exactly those.
 */
const CONDITIONS: Record<Condition, (value: string) => string> = {
  createdFrom: (value) => `created_at >= ${value}`,
  createdUntil: (value) => `created_at < ${value}`,
  minPaise: (value) => `amount_paise >= ${value}`,
  maxPaise: (value) => `amount_paise <= ${value}`,
  paymentMethod: (value) => `payment_method = ${value}`,
  currency: (value) => `currency = ${value}`,
  cardScheme: (value) => `card_scheme = ${value}`,
  issuingBank: (value) => `issuing_bank = ${value}`,
  gateway: (value) => `gateway = ${value}`,
  reference: (value) => `merchant_transaction_id = ${value}`,
  referencePrefix: (value) => `merchant_transaction_id ^@ ${value}`,
  lowerReferencePrefix: (value) => `lower(merchant_transaction_id) ^@ ${value}`,
  paymentId: (value) => `id = ${value}`,
  gatewayTransactionId: (value) => `gateway_transaction_id = ${value}`,
  udf1: (value) => `udf1 = ${value}`,
  udf2: (value) => `udf2 = ${value}`,
  udf3: (value) => `udf3 = ${value}`,
  customerEmail: (value) => `left(customer_email, 254) = left(${value}, 254) and customer_email = ${value}`,
  customerPhone: (value) => `customer_phone = ${value}`,
};

const ALL = Object.keys(CONDITIONS) as Condition[];
const PERIOD = ["createdFrom", "createdUntil"] as const satisfies Condition[];
/** What the indexes of the whole list and of the declined payments contain, with the status: compared without reading a record. */
const IN_ENTRIES = [
  "minPaise",
  "maxPaise",
  "paymentMethod",
  "currency",
  "cardScheme",
  "issuingBank",
  "gateway",
] as const satisfies Condition[];
const ENTRY =
  "id, created_at, status, amount_paise, payment_method, currency, card_scheme, issuing_bank, gateway";
const IN_RECORDS = ALL.filter((name) => ![...PERIOD, ...IN_ENTRIES].some((known) => known === name));

const NEWEST_FIRST = "order by created_at desc, id desc";

/** The position of a payment in the list, even if the payment is deleted by now. */
export type PaymentPosition = { createdAt: Date; id: string };

/** The position after which a page begins, and its largest number of payments. */
type PageOfSearch = { after: PaymentPosition | null; limit: number };

/**
 * Filters by kind and by what happened to the money have no index of their own: the search reads a limited number of payments for a
 * page (decisions 0324, 0387).
 */
function isLimited(filter: PaymentFilter): boolean {
  const { currency, cardScheme, issuingBank, money } = filter;
  const isByKind = currency !== null || cardScheme !== null || issuingBank !== null;
  return isByKind || money !== null;
}

function namedCondition({ ids }: PaymentFilter, place: Values["place"]): string[] {
  return ids === null ? [] : [`id = any(${place(ids)}::text[])`];
}

/** Uses the words of `moneyStateOf`, without disputes: whether one is open is computed from its steps. */
const MONEY_STATE = `case when refunded >= searched.amount_paise then 'refunded' when refunded > 0 then 'partly_refunded'
  when in_progress > 0 then 'refund_in_progress' else 'paid' end`;

/** Finds also payments whose dispute is over. */
function moneyCondition({ states, ids }: MoneyFilter, place: Values["place"]): string {
  const parts = ["status <> 'SUCCESS'", ...(ids.length === 0 ? [] : [`id = any(${place(ids)}::text[])`])];
  const byRefunds = states.filter((state) => state !== "disputed");
  if (byRefunds.length > 0)
    parts.push(`exists (select from (select ${SUMS_OF_REFUNDS} from refunds
      where merchant_id = $1 and payment_id = searched.id) as sums where ${MONEY_STATE} = any(${place(byRefunds)}::text[]))`);
  if (states.includes("disputed"))
    parts.push(`exists (select from payment_events
      where merchant_id = $1 and payment_id = searched.id and kind in ('dispute_opened', 'charged_back'))`);
  return `(${parts.join(" or ")})`;
}

/** The statement of a search that is not limited, with its values. `after`: the position where the previous page ended. */
export function searchStatement(
  merchantId: number,
  filter: PaymentFilter,
  page: PageOfSearch,
): { text: string; values: unknown[] } {
  const { values, place } = valuesOf(merchantId, page);
  const conditions = [
    ...conditionsOf(filter, ALL, place),
    ...namedCondition(filter, place),
    ...positionOf(page, place),
  ];
  if (filter.decline !== null) conditions.push(declinedCondition(filter.decline, place));
  const matching = (columns: string, more: string): string =>
    `select ${columns} from payments where ${["merchant_id = $1", ...conditions, more].join(" and ")} ${NEWEST_FIRST} limit $2`;
  // An amount range does not follow the order of the list, and a decline reason may be rare, so a page may scan thousands
  // of payments. That scan uses only indexes; the records of the page are read at the end (decisions 0175, 0312).
  const isRange = filter.minPaise !== null || filter.maxPaise !== null || filter.decline !== null;
  const read = (more: string): string =>
    isRange
      ? `select ${ALL_COLUMNS} from payments where merchant_id = $1 and id = any(array(
           select id from (${matching("id, created_at", more)}) as page)) ${NEWEST_FIRST}`
      : matching(ALL_COLUMNS, more);
  if (filter.statuses === null) return { text: read("true"), values };
  // An index returns one status in the order of the list; several statuses are read side by side and merged.
  const wanted = place(filter.statuses);
  const text = `select p.* from unnest(${wanted}::text[]) as wanted (wanted_status)
     cross join lateral (${read("status = wanted_status")}) as p ${NEWEST_FIRST} limit $2`;
  return { text, values };
}

/** How many payments a page of a limited search reads: entries of an index, or records where a filter is in no such entry. */
type SearchLimit = { entries: number; records: number };
export const SEARCH_LIMIT: SearchLimit = { entries: 300_000, records: 50_000 };

/**
 * The statement of a limited search. Reads the newest payments of the period in the order of the list until the page is full or
 * the limit is reached. Each row has the position at which it stopped, null where it read all; without a payment there
 * is one row, with nulls. One statement: a payment that came in between would move the position.
 */
export function limitedSearchStatement(
  merchantId: number,
  filter: PaymentFilter,
  page: PageOfSearch,
  most: SearchLimit,
): { text: string; values: unknown[] } {
  const { values, place } = valuesOf(merchantId, page);
  const read = conditionsOf(filter, IN_RECORDS, place);
  const limit = place(read.length === 0 && filter.money === null ? most.entries : most.records);
  const conditions = [
    "merchant_id = $1",
    ...read,
    ...conditionsOf(filter, PERIOD, place),
    ...namedCondition(filter, place),
    ...positionOf(page, place),
    ...(filter.decline === null ? [] : [DECLINED]),
  ];
  const searched = (columns: string, end: string): string =>
    `select ${columns} from payments where ${conditions.join(" and ")} ${NEWEST_FIRST} ${end}`;
  const wanted = [
    ...conditionsOf(filter, IN_ENTRIES, place),
    ...(filter.statuses === null ? [] : [`status = any(${place(filter.statuses)}::text[])`]),
    ...(filter.decline === null ? [] : [declinedCondition(filter.decline, place)]),
    ...(filter.money === null ? [] : [moneyCondition(filter.money, place)]),
  ];
  const columns = `${ENTRY}${filter.decline === null ? "" : ", failure_code"}`;
  const text = `with page as materialized (
       select id from (${searched(columns, `limit ${limit}`)}) as searched
       where ${wanted.join(" and ")} ${NEWEST_FIRST} limit $2),
     stop as materialized (
       select created_at as stopped_at, id as stopped_id from (${searched("created_at, id", `offset ${limit} - 1 limit 1`)}) as last
       where (select count(*) from page) < $2)
     select stop.*, p.* from (select) as one left join stop on true
       left join (select ${ALL_COLUMNS} from payments
         where merchant_id = $1 and id = any(array(select id from page))) as p on true
     order by p.created_at desc, p.id desc`;
  return { text, values };
}

type Values = { values: unknown[]; place: (value: unknown) => string };

function valuesOf(merchantId: number, { limit }: PageOfSearch): Values {
  const values: unknown[] = [merchantId, limit];
  return { values, place: (value) => `$${values.push(value)}` };
}

function conditionsOf(filter: PaymentFilter, names: readonly Condition[], place: Values["place"]): string[] {
  return names.flatMap((name) => {
    const value = filter[name];
    return value === null ? [] : [CONDITIONS[name](place(value))];
  });
}

function positionOf({ after }: PageOfSearch, place: Values["place"]): string[] {
  if (after === null) return [];
  return [`(created_at, id) < (${place(after.createdAt)}::timestamptz, ${place(after.id)}::text)`];
}

type FoundPayments = {
  payments: Payment[];
  /** Where a limited search stopped before it was complete; older payments may match. */
  stoppedAt: PaymentPosition | null;
};

/** Newest first, at most `limit`. */
export async function searchPayments(
  db: Db,
  merchantId: number,
  filter: PaymentFilter,
  page: PageOfSearch,
  most = SEARCH_LIMIT,
): Promise<FoundPayments> {
  if (!isLimited(filter)) {
    const { text, values } = searchStatement(merchantId, filter, page);
    const { rows } = await db.query<PaymentRow>(text, values);
    return { payments: rows.map(fromRow), stoppedAt: null };
  }
  type Row = { stopped_at: Date | null; stopped_id: string | null };
  const { text, values } = limitedSearchStatement(merchantId, filter, page, most);
  const { rows } = await db.query<Row & (PaymentRow | { id: null })>(text, values);
  const { stopped_at: createdAt = null, stopped_id: id = null } = rows[0] ?? {};
  return {
    payments: rows.flatMap((row) => (row.id === null ? [] : fromRow(row))),
    stoppedAt: createdAt === null || id === null ? null : { createdAt, id },
  };
}
