import type { Db } from "@/server/platform/pool";
import type { TrialArm } from "../../domain/experiments/part";
import type { ShadowSums, TrialSums } from "../../domain/experiments/results";

/** What is added to the sums of an experiment. `day`: of UTC, when the payment was created, as `2026-11-26`. Empty texts for what a payment lacks. */
export type ResultChange = {
  experimentId: number;
  arm: "shadow" | TrialArm | "same" | "unmatched";
  day: string;
  currency: string;
  paymentMethod: string;
  gateway: string;
  otherGateway: string;
  payments: number;
  successes: number;
  /** Payments that the customer left or that were cancelled: a part of `payments`. */
  abandoned: number;
  expected: number;
  squares: number;
  deviations: number;
  /** Amounts of the successful ones, in hundredths of the currency, and of those that were expected to be. */
  paidPaise: bigint;
  paidSquares: number;
  expectedPaise: bigint;
  expectedSquares: number;
};

/** Adds to the sums of the experiments that there are. The changes name each row once. */
export async function addResults(
  db: Db,
  merchantId: number,
  changes: readonly ResultChange[],
): Promise<void> {
  if (changes.length === 0) return;
  await db.query(
    `insert into rule_experiment_results as r (merchant_id, experiment_id, arm, day, currency, payment_method, gateway,
       other_gateway, payments, successes, abandoned, expected, squares, deviations, paid_paise, paid_squares,
       expected_paise, expected_squares)
     select $1::integer, t.* from unnest($2::integer[], $3::text[], $4::date[], $5::text[], $6::text[], $7::text[], $8::text[],
       $9::bigint[], $10::bigint[], $11::bigint[], $12::float8[], $13::float8[], $14::float8[], $15::bigint[],
       $16::float8[], $17::bigint[], $18::float8[])
       as t (experiment_id, arm, day, currency, payment_method, gateway, other_gateway, payments, successes,
         abandoned, expected, squares, deviations, paid_paise, paid_squares, expected_paise, expected_squares)
     where exists (select from rule_experiments e where e.merchant_id = $1 and e.id = t.experiment_id)
     on conflict (merchant_id, experiment_id, arm, day, currency, payment_method, gateway, other_gateway) do update set
       payments = r.payments + excluded.payments, successes = r.successes + excluded.successes,
       abandoned = r.abandoned + excluded.abandoned, expected = r.expected + excluded.expected, squares = r.squares + excluded.squares,
       deviations = r.deviations + excluded.deviations,
       paid_paise = r.paid_paise + excluded.paid_paise, paid_squares = r.paid_squares + excluded.paid_squares,
       expected_paise = r.expected_paise + excluded.expected_paise,
       expected_squares = r.expected_squares + excluded.expected_squares`,
    [
      merchantId,
      changes.map(({ experimentId }) => experimentId),
      changes.map(({ arm }) => arm),
      changes.map(({ day }) => day),
      changes.map(({ currency }) => currency),
      changes.map(({ paymentMethod }) => paymentMethod),
      changes.map(({ gateway }) => gateway),
      changes.map(({ otherGateway }) => otherGateway),
      changes.map(({ payments }) => payments),
      changes.map(({ successes }) => successes),
      changes.map(({ abandoned }) => abandoned),
      changes.map(({ expected }) => expected),
      changes.map(({ squares }) => squares),
      changes.map(({ deviations }) => deviations),
      changes.map(({ paidPaise }) => paidPaise),
      changes.map(({ paidSquares }) => paidSquares),
      changes.map(({ expectedPaise }) => expectedPaise),
      changes.map(({ expectedSquares }) => expectedSquares),
    ],
  );
}

type SumsRow = {
  experiment_id: number;
  arm: "shadow" | TrialArm | "same" | "unmatched";
  currency: string;
  payment_method: string;
  gateway: string;
  other_gateway: string;
  payments: number;
  successes: number;
  abandoned: number;
  expected: number;
  squares: number;
  deviations: number;
  paid_paise: bigint;
  paid_squares: number;
  expected_paise: bigint;
  expected_squares: number;
};

/** `same` and `unmatched`: payments of a trial for which both rules choose the same gateway, or no candidate rule matches. */
export type ExperimentSums = { shadow: ShadowSums[]; trial: TrialSums[]; same: number; unmatched: number };

/** The sums of these experiments, by id; one without an outcome is missing. */
export async function findResults(
  db: Db,
  merchantId: number,
  ids: readonly number[],
): Promise<Map<number, ExperimentSums>> {
  const { rows } = await db.query<SumsRow>(
    `select experiment_id, arm, currency, payment_method, gateway, other_gateway, sum(payments)::float8 as payments,
       sum(successes)::float8 as successes, sum(abandoned)::float8 as abandoned, sum(expected) as expected, sum(squares) as squares,
       sum(deviations) as deviations, sum(paid_paise)::bigint as paid_paise,
       sum(paid_squares) as paid_squares, sum(expected_paise)::bigint as expected_paise,
       sum(expected_squares) as expected_squares
     from rule_experiment_results where merchant_id = $1 and experiment_id = any($2)
     group by experiment_id, arm, currency, payment_method, gateway, other_gateway`,
    [merchantId, ids],
  );
  const found = new Map<number, ExperimentSums>();
  for (const row of rows) {
    const sums = found.get(row.experiment_id) ?? { shadow: [], trial: [], same: 0, unmatched: 0 };
    found.set(row.experiment_id, sums);
    const { gateway, payments, successes } = row;
    const amounts = {
      currency: row.currency,
      method: row.payment_method === "" ? null : row.payment_method,
      paidPaise: row.paid_paise,
      paidSquares: row.paid_squares,
    };
    if (row.arm === "same" || row.arm === "unmatched") {
      sums[row.arm] += payments;
      continue;
    }
    if (row.arm !== "shadow") {
      sums.trial.push({ ...amounts, arm: row.arm, gateway, payments, successes, abandoned: row.abandoned });
      continue;
    }
    const { expected, squares, deviations } = row;
    const otherGateway = row.other_gateway === "" ? null : row.other_gateway;
    const { expected_paise: expectedPaise, expected_squares: expectedSquares } = row;
    sums.shadow.push({
      ...amounts,
      gateway,
      otherGateway,
      payments,
      successes,
      expected,
      squares,
      deviations,
      expectedPaise,
      expectedSquares,
    });
  }
  return found;
}
