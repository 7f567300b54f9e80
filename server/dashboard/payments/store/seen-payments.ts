import { type Db, prepared } from "@/server/platform/pool";
import type { SeenPayment } from "../domain/seen-payment";

/** A payment that is polled is not written anew at each poll, unless it has changed. */
const WRITTEN_EVERY = "interval '1 minute'";

const UPSERT = prepared(
  `insert into seen_payments as seen (service_address, transaction_id, reference, amount_paise, currency, status,
     gateway_transaction_id, is_test, created_at, seen_at)
   select $1, * from unnest($2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::boolean[],
     $9::timestamptz[], $10::timestamptz[])
   on conflict (service_address, transaction_id) do update set reference = excluded.reference,
     amount_paise = excluded.amount_paise, currency = excluded.currency, status = excluded.status,
     gateway_transaction_id = excluded.gateway_transaction_id, is_test = excluded.is_test,
     created_at = excluded.created_at, seen_at = excluded.seen_at
   where excluded.seen_at >= seen.seen_at and (seen.status = 'INITIATED' or excluded.status <> 'INITIATED')
     and (excluded.seen_at > seen.seen_at + ${WRITTEN_EVERY} or
     (excluded.reference, excluded.amount_paise, excluded.currency, excluded.status, excluded.gateway_transaction_id,
       excluded.is_test, excluded.created_at)
     is distinct from (seen.reference, seen.amount_paise, seen.currency, seen.status, seen.gateway_transaction_id,
       seen.is_test, seen.created_at))`,
);

/**
 * Stores each payment once. Of two statuses the later one stays, whichever arrives last; none returns to INITIATED
 * (specification 3.1).
 */
export async function upsertSeenPayments(
  db: Db,
  serviceAddress: string,
  payments: readonly SeenPayment[],
): Promise<void> {
  if (payments.length === 0) return;
  await db.query({
    ...UPSERT,
    values: [
      serviceAddress,
      payments.map(({ transactionId }) => transactionId),
      payments.map(({ reference }) => reference),
      payments.map(({ amountPaise }) => amountPaise),
      payments.map(({ currency }) => currency),
      payments.map(({ status }) => status),
      payments.map(({ gatewayTransactionId }) => gatewayTransactionId),
      payments.map(({ isTest }) => isTest),
      payments.map(({ createdAt }) => createdAt),
      payments.map(({ seenAt }) => seenAt),
    ],
  });
}

/** What payments are looked up by. */
export type SeenBy =
  | { kind: "gateway_id"; id: string }
  | { kind: "amount"; amountPaise: bigint }
  /** The letters A to Z match in either case. */
  | { kind: "prefix"; prefix: string }
  | { kind: "contact"; hashes: readonly Buffer[] };

/** Appended to a prefix, it sorts after every text that begins with the prefix. */
const LAST_CHARACTER = "\u{10ffff}";
/** Many payments have a common amount or beginning; a few of their references are shown. */
const MOST_READ = 200;

/**
 * The references of the payments found, those with the newest payment first; `isMore`: perhaps there are others. Those are
 * older, but of a beginning that many payments have, they come later in the alphabet.
 */
export async function findSeenReferences(
  db: Db,
  serviceAddress: string,
  by: SeenBy,
  limit: number,
): Promise<{ references: string[]; isMore: boolean }> {
  const { condition, values } = conditionOf(by);
  const { rows } = await db.query<{ reference: string; read: number }>(
    `select reference, (sum(count(*)) over ())::integer as read from (
       select reference, created_at from seen_payments where service_address = $1 and ${condition} limit ${String(MOST_READ)}
     ) found group by reference order by max(created_at) desc, reference limit $2`,
    [serviceAddress, limit + 1, ...values],
  );
  return {
    references: rows.slice(0, limit).map(({ reference }) => reference),
    isMore: rows.length > limit || rows.some(({ read }) => read === MOST_READ),
  };
}

function conditionOf(by: SeenBy): { condition: string; values: unknown[] } {
  switch (by.kind) {
    case "gateway_id":
      return { condition: "gateway_transaction_id = $3", values: [by.id] };
    case "amount":
      return { condition: "amount_paise = $3 order by created_at desc", values: [by.amountPaise] };
    case "prefix":
      return {
        condition: `lower(reference collate "C") >= lower($3 collate "C")
          and lower(reference collate "C") < lower($3 collate "C") || $4
          order by lower(reference collate "C")`,
        values: [by.prefix, LAST_CHARACTER],
      };
    case "contact":
      return {
        condition: `reference in (
          select reference from seen_contacts where service_address = $1 and contact_hash = any($3::bytea[]))
          order by created_at desc`,
        values: [by.hashes],
      };
  }
}

const COLUMNS = `transaction_id as "transactionId", reference, amount_paise as "amountPaise", currency, status,
  gateway_transaction_id as "gatewayTransactionId", is_test as "isTest", created_at as "createdAt", seen_at as "seenAt"`;

/** Lists the payments of one reference, newest first. */
export async function listSeenOf(db: Db, serviceAddress: string, reference: string): Promise<SeenPayment[]> {
  const { rows } = await db.query<SeenPayment>(
    `select ${COLUMNS} from seen_payments where service_address = $1 and reference = $2
     order by created_at desc, transaction_id desc`,
    [serviceAddress, reference],
  );
  return rows;
}

/** Where a page of the list ended. */
export type SeenPosition = { createdAt: Date; transactionId: string };

/** All of them, newest first; those after a position are older. */
export async function listNewestSeen(
  db: Db,
  serviceAddress: string,
  page: { after: SeenPosition | null; limit: number },
): Promise<SeenPayment[]> {
  const { rows } = await db.query<SeenPayment>(
    `select ${COLUMNS} from seen_payments
     where service_address = $1 and ($2::timestamptz is null or (created_at, transaction_id) < ($2, $3))
     order by created_at desc, transaction_id desc limit $4`,
    [serviceAddress, page.after?.createdAt ?? null, page.after?.transactionId ?? null, page.limit],
  );
  return rows;
}
