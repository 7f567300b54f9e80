import { randomUUID } from "node:crypto";
import { createFloor } from "../floor.mjs";
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
 * The service on every endpoint, at each number of callers, in turns with the floor where the endpoint writes. Figures are
 * medians over the rounds; processor time is for each request.
 */
export async function measureEndpoints(stack, options) {
  const { pool, merchant, service } = stack;
  const { rounds, seconds, warmUpSeconds, callers: levels, endpoints: only } = options;
  const seeded = await seedPayments(pool, merchant.id, {
    count: PAID_PAYMENTS,
    status: "SUCCESS",
    refunds: true,
  });
  await pool.query("analyze payments; analyze refunds");
  const floor = await createFloor(stack);
  const rows = [];
  for (const [name, endpoint] of Object.entries(ENDPOINTS)) {
    if (only !== null && !only.includes(name)) continue;
    for (const callers of levels) {
      const runs = { service: [], floor: [] };
      const readBefore = await entriesRead(pool);
      let answered = 0;
      for (let round = 0; round <= rounds; round += 1) {
        const next = await endpoint.requests({ merchant, pool, seeded });
        // The first round warms it up and opens its connections.
        const turn = round === 0 ? { seconds: warmUpSeconds, tolerated: 1 } : { seconds };
        const load = { port: service.port, callers, ...turn, next, expected: endpoint.expected };
        const run = await withProcessorTime({ pool, pid: service.pid }, () => runLoad(load));
        answered += run.requests;
        if (round === 0) continue;
        runs.service.push(run);
        if (endpoint.writes === undefined || floor === null) continue;
        const bytes = await bytesOf(pool, endpoint.writes);
        runs.floor.push(await floor.run({ callers, seconds, bytes }));
      }
      const readEach = ((await entriesRead(pool)) - readBefore) / answered;
      rows.push({ endpoint: name, callers, ...rowOf(runs), "entries read": readEach.toFixed(1) });
      console.error(JSON.stringify(rows.at(-1)));
    }
  }
  await floor?.stop();
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
 * here before it shows in the time (0181).
 */
async function entriesRead(pool) {
  const { rows } = await pool.query(
    `select (select coalesce(sum(seq_tup_read), 0) from pg_stat_user_tables)
       + (select coalesce(sum(idx_tup_read), 0) from pg_stat_user_indexes) as entries`,
  );
  return Number(rows[0].entries);
}

function rowOf({ service, floor }) {
  const of = (figure, runs = service) => (runs.length === 0 ? null : median(runs.map(figure)));
  const toFloor = (name) => {
    const its = of((run) => run[name], floor);
    return its === null ? "—" : (of((run) => run[name]) / its).toFixed(2);
  };
  return {
    "requests/s": of((run) => run.perSecond).toFixed(0),
    "to the floor's": toFloor("perSecond"),
    "median ms": of((run) => run.p50).toFixed(2),
    "median to the floor's": toFloor("p50"),
    "p99 ms": of((run) => run.p99).toFixed(2),
    "p99 to the floor's": toFloor("p99"),
    "program CPU ms": of((run) => run.programMs / run.requests).toFixed(2),
    "database CPU ms": of((run) => run.databaseMs / run.requests).toFixed(2),
    errors: service.reduce((sum, run) => sum + run.errors, 0),
  };
}
