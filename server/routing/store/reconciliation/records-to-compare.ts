import type { Db } from "@/server/platform/pool";
import type { Place } from "../../domain/reconciliation/run";

/**
 * The scope of a reconciliation of one merchant: all records that are not final, and those that became final from `from`
 * (inclusive) to `until` (exclusive); of one gateway, or of all (null).
 */
export type CompareScope = {
  merchantId: number;
  period: { from: Date; until: Date };
  gateway: string | null;
};
/** `place`: the part and the row after which the page begins; undefined for the first page. */
type Page = CompareScope & { place: Place | undefined; limit: number };
/** Records with the place after each. `next`: where the next page begins; null when there is none. A page can be empty and have one. */
export type Records = { found: { key: string; after: Place }[]; next: Place | null };

/** Records that an index lists in one order. `rows` is what the index finds; of these, `meant` are to be compared. */
type Part = { rows: string; meant: string; order: readonly string[] };

const ENDED = "completed_at >= $3 and completed_at < $4";
/** Payments for which a gateway opened a checkout. */
const OPENED = "gateway_checkout_id is not null";
const BY_END = ["completed_at", "id"];

/** A payment that is polled counts as not final. */
const PAYMENTS: readonly Part[] = [
  { rows: "status = 'INITIATED'", meant: OPENED, order: ["created_at", "id"] },
  { rows: "watched_until is not null", meant: `${OPENED} and status <> 'INITIATED'`, order: ["id"] },
  { rows: ENDED, meant: `${OPENED} and watched_until is null`, order: BY_END },
];
const PAID = `${OPENED} and status = 'SUCCESS' and watched_until is null`;
const PAID_EARLIER: Part = { rows: ENDED, meant: PAID, order: BY_END };
const REFUNDS: readonly Part[] = [
  { rows: "status = 'INITIATED'", meant: "true", order: ["id"] },
  { rows: "status = 'PROCESSING'", meant: "true", order: ["id"] },
  { rows: ENDED, meant: "true", order: BY_END },
];

/** Rows that one statement reads at most, so that it takes milliseconds in a period of any length. */
const WINDOW = 20_000;

export async function paymentsToCompare(db: Db, page: Page): Promise<Records> {
  return withIds(await pageOf(db, { table: "payments", parts: PAYMENTS }, page));
}

/** Paid payments whose end was in the period, whatever a reconciliation compared before. */
export async function paidPaymentsToCompare(db: Db, page: Page): Promise<Records> {
  return withIds(await pageOf(db, { table: "payments", parts: [PAID_EARLIER] }, page));
}

/** Refunds and reversals. */
export async function refundsToCompare(db: Db, page: Page): Promise<Records> {
  return withIds(await pageOf(db, { table: "refunds", parts: REFUNDS }, page));
}

/** A place ends with the key of its row. */
function withIds({ found, next }: { found: WholePlace[]; next: Place | null }): Records {
  return { found: found.map((after) => ({ key: after.after.at(-1) ?? "", after })), next };
}

type WholePlace = { part: number; after: readonly string[] };

async function pageOf(
  db: Db,
  { table, parts }: { table: string; parts: readonly Part[] },
  { place = { part: 0, after: null }, limit, ...scope }: Page,
): Promise<{ found: WholePlace[]; next: Place | null }> {
  const part = parts[place.part];
  if (part === undefined) return { found: [], next: null };
  const { order } = part;
  const values = [...valuesOf(scope), limit, ...(place.after ?? [])];
  const after = order.map((column, index) => fromText(column, `$${6 + index}`));
  const { rows } = await db.query<{ places: string[][]; last: string[] | null }>(
    `with seen as materialized (
       select array[${order.map(asText).join(", ")}] as place, (${isMeant(part)}) as is_meant from ${table}
       where merchant_id = $1 and ${part.rows} and $3::timestamptz is not null and $4::timestamptz is not null
         ${place.after === null ? "" : `and (${order.join(", ")}) > (${after.join(", ")})`}
       order by ${order.join(", ")} limit ${WINDOW}),
     page as materialized (select place from seen where is_meant limit $5)
     select coalesce((select jsonb_agg(place) from page), '[]') as places,
       case when (select count(*) from page) < $5
         then (select to_jsonb(place) from seen offset ${WINDOW - 1} limit 1) end as last`,
    values,
  );
  const found = (rows[0]?.places ?? []).map((one) => ({ part: place.part, after: one }));
  const last = rows[0]?.last ?? null;
  if (found.length === limit) return { found, next: found.at(-1) ?? null };
  if (last !== null) return { found, next: { part: place.part, after: last } };
  return { found, next: place.part + 1 < parts.length ? { part: place.part + 1, after: null } : null };
}

const isMeant = ({ meant }: Part): string => `${meant} and ($2::text is null or gateway = $2)`;

/** Times have microseconds: rounded, a row would be visited twice, or never. */
function asText(column: string): string {
  return column.endsWith("_at") ? `(extract(epoch from ${column}) * 1000000)::bigint::text` : column;
}

function fromText(column: string, value: string): string {
  return column.endsWith("_at")
    ? `timestamptz 'epoch' + ${value}::bigint * interval '1 microsecond'`
    : `${value}::text`;
}

/** How many records a run of this scope visits, as far as is known when it starts. The caller sets a limit of time. */
export async function countToCompare(db: Db, scope: CompareScope): Promise<number> {
  const counted = (table: string, parts: readonly Part[]): string[] =>
    parts.map(
      (part) =>
        `(select count(*) from ${table} where merchant_id = $1 and ${part.rows} and ${isMeant(part)})`,
    );
  const counts = [...counted("payments", PAYMENTS), ...counted("refunds", REFUNDS)];
  const { rows } = await db.query<{ n: number }>(
    `select (${counts.join("\n + ")})::int as n`,
    valuesOf(scope),
  );
  return rows[0]?.n ?? 0;
}

function valuesOf({ merchantId, gateway, period }: CompareScope): unknown[] {
  return [merchantId, gateway, period.from, period.until];
}
