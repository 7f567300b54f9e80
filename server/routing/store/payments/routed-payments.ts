import type { CardScheme, PaymentMethod } from "@/lib/contract/statuses";
import type { Db } from "@/server/platform/pool";
import type { RoutingDecision } from "../../domain/payments/decision";
import type { RoutingFacts } from "../../domain/payments/payment";
import { readRoutingDecision } from "../rules/routing-decisions";

/** The facts of a payment that rules evaluate, and the routing decision. */
export type RoutedPayment = {
  id: string;
  createdAt: Date;
  facts: RoutingFacts;
  decision: RoutingDecision;
};

/** The newest records of a merchant, newest first; starting at `upToId` if given. */
export async function listRoutedPayments(
  db: Db,
  merchantId: number,
  page: { upToId: string | null; limit: number },
): Promise<RoutedPayment[]> {
  const { rows } = await db.query<{
    id: string;
    created_at: Date;
    merchant_transaction_id: string;
    amount_paise: bigint;
    currency: string;
    payment_method: PaymentMethod | null;
    card_scheme: CardScheme | null;
    issuing_bank: string | null;
    udf1: string | null;
    udf2: string | null;
    udf3: string | null;
    routing_decision: unknown;
  }>(
    `select id, created_at, merchant_transaction_id, amount_paise, currency, payment_method, card_scheme, issuing_bank,
       udf1, udf2, udf3, routing_decision
     from payments where merchant_id = $1 and ($2::text is null or id <= $2) order by id desc limit $3`,
    [merchantId, page.upToId, page.limit],
  );
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at,
    facts: {
      reference: row.merchant_transaction_id,
      amountPaise: row.amount_paise,
      currency: row.currency,
      paymentMethod: row.payment_method,
      cardScheme: row.card_scheme,
      issuingBank: row.issuing_bank,
      udf1: row.udf1,
      udf2: row.udf2,
      udf3: row.udf3,
    },
    decision: readRoutingDecision(row.routing_decision),
  }));
}

export type AttemptCount = {
  gateway: string;
  outcome: "opened" | "failed" | "skipped";
  count: number;
};

/**
 * The results of gateway attempts for a merchant's newest payments since `fromId`, the lowest id of that moment
 * (decision 0030). Reads at most `limit` payments. `payments`: how many it read.
 */
export async function countGatewayAttempts(
  db: Db,
  merchantId: number,
  since: { fromId: string; limit: number },
): Promise<{ payments: number; attempts: AttemptCount[] }> {
  const { rows } = await db.query<{
    payments: number;
    gateway: string | null;
    outcome: AttemptCount["outcome"] | null;
    count: number;
  }>(
    `with newest as materialized (
       select routing_decision from payments where merchant_id = $1 and id >= $2 order by id desc limit $3),
     attempts as (
       select attempt->>'gateway' as gateway, attempt->>'outcome' as outcome, count(*)::integer as count
       from newest, jsonb_array_elements(routing_decision->'attempts') as attempt group by 1, 2)
     select (select count(*)::integer from newest) as payments, gateway, outcome, count
     from (select 1) as one left join attempts on true`,
    [merchantId, since.fromId, since.limit],
  );
  return {
    payments: rows[0]?.payments ?? 0,
    attempts: rows.flatMap(({ gateway, outcome, count }) =>
      gateway === null || outcome === null ? [] : [{ gateway, outcome, count }],
    ),
  };
}
