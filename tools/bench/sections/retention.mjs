import { figure } from "../browser.mjs";
import { median, runLoad } from "../load.mjs";
import { seedPayments } from "../seed.mjs";
import { creations, statusRequests } from "./endpoints.mjs";

const CALLERS = 16;
const KEPT_DAYS = 400;
/** More than a worker deletes during the measurement, at a thousand a second. */
const A_SECOND = 1_000;
const STATUSES = 1_000;

/**
 * How the deletion of old payments affects others: alternates creations and status requests, with a worker that deletes
 * and with one that does not.
 */
export async function measureRetention(stack, { rounds, seconds }) {
  const seeded = await seedPayments(stack.pool, stack.merchant.id, { count: STATUSES, status: "SUCCESS" });
  await seedOld(stack, 3 * rounds * seconds * A_SECOND);
  const endpoints = { creating: [creations, 201], "fetching a status": [statusRequests, 200] };
  const loads = Object.fromEntries(Object.keys(endpoints).map((name) => [name, { resting: [], beside: [] }]));
  const take = async (when, lasting) => {
    for (const [name, [requests, expected]] of Object.entries(endpoints)) {
      const next = requests({ ...stack, seeded });
      const port = stack.service.port;
      const load = await runLoad({ port, callers: CALLERS, seconds: lasting, next, expected });
      if (when !== null) loads[name][when].push(load);
    }
  };
  await take(null, 1);
  let deleted = 0;
  let deletionSeconds = 0;
  for (let round = 0; round < rounds; round += 1) {
    // One additional worker in both cases, because earlier payments keep it busy as well.
    const other = await stack.startWorker({});
    await take("resting", seconds);
    await other.stop();
    const worker = await stack.startWorker({ PAYMENT_KEEP_DAYS: String(KEPT_DAYS) });
    const [before, startedAt] = [await countOld(stack), performance.now()];
    await take("beside", seconds);
    const after = await countOld(stack);
    if (after === 0) throw new Error("all old payments were deleted before the round was over");
    deleted += before - after;
    deletionSeconds += (performance.now() - startedAt) / 1_000;
    await worker.stop();
  }
  return [
    figure(
      "old payments deleted, a second",
      (deleted / deletionSeconds).toFixed(0),
      String(A_SECOND / 2),
      deleted / deletionSeconds >= A_SECOND / 2,
    ),
    ...Object.entries(loads).flatMap(([name, { resting, beside }]) => {
      const ratio = (key) =>
        median(beside.map((load) => load[key])) / median(resting.map((load) => load[key]));
      return [
        figure(
          `${name} beside it, throughput to that without`,
          ratio("perSecond").toFixed(2),
          "0.8",
          ratio("perSecond") >= 0.8,
        ),
        figure(`${name} beside it, p99 to that without`, ratio("p99").toFixed(2), "1.5", ratio("p99") <= 1.5),
      ];
    }),
  ];
}

/** Payments from two years ago, each with its events; an eighth of them refunded. */
async function seedOld({ pool, merchant }, count) {
  await pool.query(
    `insert into payments (merchant_id, id, merchant_transaction_id, attempt, amount_paise, currency, status,
       checkout_token, customer_email, gateway, gateway_checkout_id, gateway_transaction_id, routing_decision,
       created_at, link_issued_at, expires_at, completed_at)
     select $1::integer, 'TXN20200102' || lpad(n::text, 13, '0'), 'OLD-' || n, 1, 10000, 'INR', 'SUCCESS', md5(n::text),
       'customer' || n || '@example.com', 'simulator', 'simco_old_' || n, 'simtx_old_' || n,
       '{"ruleSetVersion":1,"verdicts":[],"attempts":[]}', at, at, at, at
     from generate_series(1, $2::integer) as n, lateral (select now() - interval '2 years' - n * interval '1 second' as at) as times`,
    [merchant.id, count],
  );
  await pool.query(
    `insert into payment_events (merchant_id, payment_id, kind, at)
     select merchant_id, id, kind, created_at from payments, unnest(array['initiated', 'link_issued', 'succeeded']) as kind
     where merchant_id = $1 and id like 'TXN20200102%'`,
    [merchant.id],
  );
  await pool.query(
    `insert into refunds (merchant_id, id, payment_id, merchant_transaction_id, amount_paise, currency, status, gateway,
       requested_at, completed_at)
     select merchant_id, 'RFD' || substr(id, 4), id, merchant_transaction_id, 100, 'INR', 'SUCCESS', 'simulator', created_at, created_at
     from payments where merchant_id = $1 and id like 'TXN20200102%' and right(id, 1) = '8'`,
    [merchant.id],
  );
  await pool.query("analyze payments, payment_events, refunds");
}

async function countOld({ pool, merchant }) {
  const { rows } = await pool.query(
    "select count(*)::integer as n from payments where merchant_id = $1 and id like 'TXN20200102%'",
    [merchant.id],
  );
  return rows[0].n;
}
