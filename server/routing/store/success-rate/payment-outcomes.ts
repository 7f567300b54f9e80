import { z } from "zod";
import type { ExperimentPart } from "../../domain/experiments/part";
import { type Db, prepared } from "@/server/platform/pool";
import type { GatewayAttempt } from "../../domain/payments/decision";
import type { Payment } from "../../domain/payments/payment";
import type { SegmentFacts } from "../../domain/success-rate/segment";
import { CARD_SCHEMES, PAYMENT_METHODS } from "@/lib/contract/statuses";
import { isDistributed } from "../distributed";
import { attemptSchema, consideredSchema, experimentSchema } from "../rules/routing-decisions";

/** An outcome that waits to be counted, with what its payment is segmented by. */
export type PaymentOutcome = {
  merchantId: number;
  /** Null: none was asked, because all were skipped. It counts where rules are compared, and against no gateway. */
  gateway: string | null;
  /** Paid when it had the age at which payments count. */
  isSuccess: boolean;
  /** Not paid, and its gateway had not declined it: the customer had left, or it was cancelled. */
  isAbandoned: boolean;
  /** Cancelled: it says nothing of its gateway, and counts where conversion is compared. */
  isCancelled: boolean;
  /** When it has that age. */
  at: Date;
  createdAt: Date;
  facts: SegmentFacts;
  /**
   * The part in an experiment, with the gateways that were tried, one at least: of a reference's first attempt alone, whose
   * outcome this is. Later attempts are not independent of it.
   */
  experiment: { part: ExperimentPart; attempts: readonly GatewayAttempt[] } | null;
  /**
   * The choice of a rule that follows success rates, with the share that its gateway had, above 0; of a first attempt alone,
   * whose outcome this is, and not of an experiment's rules. `gateways`: all that it could have chosen.
   */
  chosen: { ruleId: string; gateway: string; share: number; gateways: readonly string[] } | null;
};

const ADD_FAILURE = prepared(
  `insert into payment_outcomes (merchant_id, payment_id, gateway, is_success, at) values ($1, $2, $3, false, $4)`,
);

/**
 * Adds failures of checkouts that these gateways could not open; of one that is opened, the link's statement adds the outcome. `at`:
 * when they count. In the caller's transaction.
 */
export async function addFailures(
  db: Db,
  { merchantId, id }: Payment,
  gateways: readonly string[],
  at: Date,
): Promise<void> {
  await Promise.all(
    gateways.map((gateway) => db.query({ ...ADD_FAILURE, values: [merchantId, id, gateway, at] })),
  );
}

/** Adds the outcome of a payment that ended because each gateway was skipped: nothing is known of any of them. */
export async function addSkipped(db: Db, { merchantId, id }: Payment, at: Date): Promise<void> {
  await db.query({ ...ADD_FAILURE, values: [merchantId, id, null, at] });
}

const rowSchema = z.object({
  merchant_id: z.number(),
  gateway: z.string().nullable(),
  is_success: z.boolean(),
  is_abandoned: z.boolean(),
  is_cancelled: z.boolean(),
  at: z.date(),
  created_at: z.date(),
  amount_paise: z.bigint(),
  currency: z.string(),
  payment_method: z.enum(PAYMENT_METHODS).nullable(),
  card_scheme: z.enum(CARD_SCHEMES).nullable(),
  issuing_bank: z.string().nullable(),
  experiment: experimentSchema.nullable().catch(null),
  attempts: z.array(attemptSchema).nullable().catch(null),
  shares: z
    .array(z.object({ ruleId: z.string(), gateways: consideredSchema }))
    .nullable()
    .catch(null),
  final_gateway: z.string().nullable(),
});

/** One step in the index for each merchant; those that have waited longest come first. */
const WAITING = prepared(`with recursive waiting as (
     (select merchant_id, at from payment_outcomes order by merchant_id, at, id limit 1)
     union all
     select next.merchant_id, next.at from waiting w cross join lateral (
       select merchant_id, at from payment_outcomes where merchant_id > w.merchant_id
       order by merchant_id, at, id limit 1) next)
   select merchant_id from waiting where at <= $2 order by at limit $1`);
/** Where each node has some merchants' rows there are no such steps: each reads its part of what waits. */
const WAITING_DISTRIBUTED = prepared(
  `select merchant_id from payment_outcomes where at <= $2
   group by merchant_id order by min(at) limit $1`,
);

async function findWaiting(db: Db, now: Date, limit: number): Promise<number[]> {
  const waiting = (await isDistributed(db)) ? WAITING_DISTRIBUTED : WAITING;
  const { rows } = await db.query<{ merchant_id: number }>({ ...waiting, values: [limit, now] });
  return rows.map(({ merchant_id: merchantId }) => merchantId);
}

/** A row without an outcome is of an opened checkout: what became of it is read now. */
const TAKE = prepared(`with taken as (
     delete from payment_outcomes where merchant_id = $1 and id in (
       select id from payment_outcomes where merchant_id = $1 and at <= $3 order by at, id limit $2)
     returning *)
   select t.merchant_id, t.gateway, coalesce(t.is_success, is_paid) as is_success,
     t.is_success is null and not is_paid and p.status <> 'FAILURE' and p.failure_code is null as is_abandoned,
     t.is_success is null and p.status = 'CANCELLED' as is_cancelled,
     t.at, p.created_at, p.amount_paise, p.currency, p.payment_method, p.card_scheme, p.issuing_bank,
     p.gateway as final_gateway,
     case when p.attempt = 1 then p.routing_decision -> 'experiment' end as experiment,
     case when p.attempt = 1 then p.routing_decision -> 'shares' end as shares,
     case when p.attempt = 1 and p.routing_decision ?| array['experiment', 'shares'] then p.routing_decision -> 'attempts'
       end as attempts
   from taken t left join payments p on p.merchant_id = $1 and p.id = t.payment_id
   cross join lateral (select p.status = 'SUCCESS' and p.completed_at <= t.at as is_paid) paid
   where not t.is_late
   order by t.at, t.id`);

/**
 * Removes at most `limit` outcomes that count by now, and returns them. Each merchant that has any gets the same part of the limit, so that
 * nobody waits for a merchant with many, and the order of a merchant's own stays. They are counted in the same transaction
 * or stay. An outcome of a payment that is deleted meanwhile is dropped, and so is one that cannot be read, which would
 * keep all others waiting.
 */
export async function takeOutcomes(
  db: Db,
  { now, limit }: { now: Date; limit: number },
): Promise<{ mayBeMore: boolean; unreadable: number; outcomes: PaymentOutcome[] }> {
  const merchants = await findWaiting(db, now, limit);
  const size = Math.max(1, Math.floor(limit / Math.max(1, merchants.length)));
  const taken = await Promise.all(
    merchants.map((merchantId) =>
      db.query<Record<string, unknown>>({ ...TAKE, values: [merchantId, size, now] }),
    ),
  );
  const rows = taken.flatMap((of) => of.rows);
  const mayBeMore = taken.some(({ rowCount }) => rowCount === size);
  const ofPayments = rows.filter(({ currency }) => currency !== null);
  const outcomes = ofPayments.flatMap((row): PaymentOutcome[] => {
    const { data: read } = rowSchema.safeParse(row);
    if (read === undefined) return [];
    return [
      {
        merchantId: read.merchant_id,
        gateway: read.gateway,
        isSuccess: read.is_success,
        isAbandoned: read.is_abandoned,
        isCancelled: read.is_cancelled,
        at: read.at,
        createdAt: read.created_at,
        experiment: experimentOf(read),
        chosen: chosenOf(read),
        facts: {
          amountPaise: read.amount_paise,
          currency: read.currency,
          paymentMethod: read.payment_method,
          cardScheme: read.card_scheme,
          issuingBank: read.issuing_bank,
        },
      },
    ];
  });
  return { mayBeMore, unreadable: ofPayments.length - outcomes.length, outcomes };
}

type Row = z.output<typeof rowSchema>;

function experimentOf(row: Row): PaymentOutcome["experiment"] {
  const { experiment, attempts } = row;
  if (experiment === null || attempts === null || attempts.length === 0 || !isOfPayment(row)) return null;
  return { part: experiment, attempts };
}

function chosenOf(row: Row): PaymentOutcome["chosen"] {
  const { experiment, attempts, shares } = row;
  const first = attempts?.[0];
  if (first === undefined || !isOfPayment(row)) return null;
  if (experiment?.phase === "trial" && experiment.arm === "candidate") return null;
  const considered = shares?.find(({ ruleId }) => ruleId === first.ruleId)?.gateways ?? [];
  const share = considered.find(({ gateway }) => gateway === first.gateway)?.share ?? 0;
  if (share <= 0) return null;
  const gateways = considered.map(({ gateway }) => gateway).sort();
  return { ruleId: first.ruleId, gateway: first.gateway, share, gateways };
}

/**
 * A payment that no gateway could open has an outcome for each that was asked: the last one stands for the payment. Where
 * none was asked, the only outcome has no gateway.
 */
function isOfPayment({ gateway, attempts, final_gateway: finalGateway }: Row): boolean {
  const failed = attempts?.filter(({ outcome }) => outcome === "failed").at(-1)?.gateway;
  return gateway === (finalGateway ?? failed ?? null);
}
