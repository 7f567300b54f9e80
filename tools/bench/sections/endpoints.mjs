import { randomUUID } from "node:crypto";
import { createCommitFloor } from "../commit-floor.mjs";
import { median, runLoad } from "../load.mjs";
import { withProcessorTime } from "../processor.mjs";
import { seedPayments } from "../seed.mjs";
import { signedRequest } from "../sign.mjs";

const CUSTOMER = { customer_email: "customer@example.com", customer_phone: "9876543210" };

export const creations = ({ merchant }) =>
  endless(() => {
    const reference = `BENCH-${randomUUID()}`;
    const fields = {
      merchant_transaction_id: reference,
      transaction_amount: "499.00",
      customer_details: CUSTOMER,
    };
    return signedRequest(merchant, "/v1/route/initiate_payment", fields, [reference, "499.00"]);
  });

export const statusRequests = ({ merchant, seeded }) =>
  roundAndRound(seeded.references, (reference) =>
    signedRequest(merchant, "/v1/route/transaction-status", { merchant_transaction_id: reference }, [
      reference,
    ]),
  );

/** For each endpoint, the requests of a caller, one after the other, and the status of success. */
const ENDPOINTS = {
  initiate_payment: {
    expected: 201,
    requests: creations,
    writes: ["payments", "payment_events"],
  },
  "transaction-status": {
    expected: 200,
    requests: statusRequests,
  },
  "transaction-cancel": {
    expected: 200,
    writes: ["payments", "payment_events"],
    requests: async ({ merchant, pool }) => {
      const open = await seedPayments(pool, merchant.id, { count: OPEN_PAYMENTS, status: "INITIATED" });
      return each(open.references, (reference) =>
        signedRequest(merchant, "/v1/route/transaction-cancel", { merchant_transaction_id: reference }, [
          reference,
        ]),
      );
    },
  },
  "refund-status": {
    expected: 200,
    requests: ({ merchant, seeded }) =>
      roundAndRound(seeded.refundIds, (id) =>
        signedRequest(merchant, "/v1/route/refund-status/", { refund_id: id }, [id]),
      ),
  },
  // The last one: the worker processes its refunds long afterwards, which would affect the next figures.
  "refund-initiate": {
    expected: 201,
    writes: ["refunds"],
    requests: ({ merchant, seeded }) =>
      roundAndRound(seeded.ids, (id) =>
        signedRequest(merchant, "/v1/route/refund-initiate/", { transaction_id: id, refund_amount: "1.00" }, [
          id,
          "1.00",
        ]),
      ),
  },
};

/** The most that one measurement can cancel. */
const OPEN_PAYMENTS = 6_000;
const PAID_PAYMENTS = 3_000;
/** Signed in advance, so that signing does not affect the measurement; none is sent twice. */
const SIGNED_AHEAD = 8_000;

function endless(make) {
  const made = Array.from({ length: SIGNED_AHEAD }, make);
  return () => made.pop();
}

function each(values, make) {
  const made = values.map(make);
  return () => made.pop();
}

function roundAndRound(values, make) {
  const made = values.map(make);
  let at = 0;
  return () => made[at++ % made.length];
}

/**
 * Service and baseline alternate (A B A B) on every endpoint, at each number of callers. Ratios are of the medians over
 * the rounds; `programMs` and `databaseMs` are processor time per request.
 */
export async function measureEndpoints(stack, options) {
  const { pool, merchant } = stack;
  const { rounds, seconds, warmUpSeconds, callers: levels, endpoints: only } = options;
  const seeded = await seedPayments(pool, merchant.id, {
    count: PAID_PAYMENTS,
    status: "SUCCESS",
    refunds: true,
  });
  await pool.query("analyze payments; analyze refunds");
  const commits = await createCommitFloor(stack);
  const rows = [];
  for (const [name, endpoint] of Object.entries(ENDPOINTS)) {
    if (only !== null && !only.includes(name)) continue;
    for (const callers of levels) {
      const runs = { service: [], floor: [], commits: [] };
      const readBefore = await entriesRead(pool);
      let answered = 0;
      for (let round = 0; round <= rounds; round += 1) {
        for (const [contender, { port, pid }] of Object.entries(stack.contenders)) {
          const next = await endpoint.requests({ merchant, pool, seeded });
          // The first round warms both up and opens their connections.
          const turn = round === 0 ? { seconds: warmUpSeconds, tolerated: 1 } : { seconds };
          const load = { port, callers, ...turn, next, expected: endpoint.expected };
          const run = await withProcessorTime({ pool, pid }, () => runLoad(load));
          answered += run.requests;
          if (round > 0) runs[contender].push(run);
        }
        if (round === 0 || endpoint.writes === undefined || commits === null) continue;
        const bytes = await bytesOf(pool, endpoint.writes);
        runs.commits.push(await commits.run({ callers, seconds, bytes }));
      }
      const read = (await entriesRead(pool)) - readBefore;
      rows.push({ endpoint: name, callers, ...compare(runs), readEach: read / answered });
      console.error(`${name} at ${callers}: ${JSON.stringify(rows.at(-1).ratio)}`);
    }
  }
  await commits?.stop();
  return rows;
}

/** The bytes of one record in each table, as stored: the average of the newest hundred. */
async function bytesOf(pool, tables) {
  let bytes = 0;
  for (const table of tables) {
    const { rows } = await pool.query(
      `select avg(pg_column_size(newest))::integer as bytes from (select * from ${table} order by ctid desc limit 100) newest`,
    );
    bytes += rows[0].bytes;
  }
  return bytes;
}

/**
 * Entries read in tables and indexes by all clients, including the worker's jobs: a plan that scans a whole index shows
 * here and in no ratio, since the baseline sends the same statements (0181).
 */
async function entriesRead(pool) {
  const { rows } = await pool.query(
    `select (select coalesce(sum(seq_tup_read), 0) from pg_stat_user_tables)
       + (select coalesce(sum(idx_tup_read), 0) from pg_stat_user_indexes) as entries`,
  );
  return Number(rows[0].entries);
}

function compare(runs) {
  const [service, floor] = [summary(runs.service), summary(runs.floor)];
  const ratio = Object.fromEntries(
    Object.keys(service).map((figure) => [figure, service[figure] / floor[figure]]),
  );
  const commits = runs.commits.length === 0 ? null : figuresOf(runs.commits, ["perSecond", "p50", "p99"]);
  const errors = [...runs.service, ...runs.floor].reduce((sum, run) => sum + run.errors, 0);
  return { service, floor, commits, ratio, errors };
}

function figuresOf(runs, names) {
  return Object.fromEntries(names.map((name) => [name, median(runs.map((run) => run[name]))]));
}

function summary(runs) {
  const of = (figure) => median(runs.map(figure));
  return {
    perSecond: of((run) => run.perSecond),
    p50: of((run) => run.p50),
    p99: of((run) => run.p99),
    programMs: of((run) => run.programMs / run.requests),
    databaseMs: of((run) => run.databaseMs / run.requests),
  };
}
