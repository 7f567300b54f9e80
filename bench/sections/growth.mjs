import { randomInt } from "node:crypto";
import { runLoad, spread } from "../load.mjs";
import { opsRequest, signedRequest } from "../sign.mjs";

const WARM_UP = 20;
const CHUNK = 100_000;
const DAY_MS = 86_400_000;
/** The history lies in the years before this day, more of it near the end. */
const NEWEST = Date.parse("2026-01-01T00:00:00Z");

/**
 * The same reads with ever more payments in the same tables, by one caller, so that what is measured is the work of a look-up
 * and not a queue. The merchant that asks has half of all payments. Each read takes turns with one that costs the same at any
 * size: the machine may be busier at one size than at the other, and only what a read takes beside that one is compared.
 */
export async function measureGrowth(stack, { sizes, samples }) {
  const { pool } = stack;
  await clearPayments(pool);
  const bySize = [];
  let made = 0;
  for (const size of sizes) {
    made = await fillUpTo(stack, made, size);
    await pool.query("vacuum analyze payments");
    bySize.push(await measureReads(stack, size, samples));
  }
  const { rows } = await pool.query("select pg_total_relation_size('payments')::text as bytes");
  return {
    sizes,
    rows: Object.keys(bySize[0]).map((name) => {
      const figures = bySize.map((reads) => reads[name]);
      const [small, large] = [figures[0], figures.at(-1)];
      return { name, bySize: figures, ratio: large.besideControl / small.besideControl };
    }),
    storage: { bytesPerPayment: parseInt(rows[0].bytes, 10) / made },
  };
}

/** What other sections have left: their payments have no history. */
async function clearPayments(pool) {
  await pool.query("truncate payments, payment_events, refunds, reversals cascade");
  await pool.query(
    "insert into merchants (name) select 'Bench ' || n from generate_series(1, 40) n on conflict do nothing",
  );
}

/**
 * Payments `from` + 1 to `size`, made inside the database. Half belong to the merchant that asks, the others to forty more,
 * the first of them most; times thicken towards the present.
 */
async function fillUpTo({ pool, merchant }, from, size) {
  for (let start = from; start < size; start += CHUNK) {
    const end = Math.min(size, start + CHUNK);
    await pool.query(
      `insert into payments (merchant_id, id, merchant_transaction_id, attempt, amount_paise, currency, status,
         checkout_token, customer_email, customer_phone, payment_method, udf1, gateway, routing_decision, created_at,
         link_issued_at, expires_at, completed_at)
       select owner, 'TXN20250101' || lpad(n::text, 13, '0'), 'ORDER-' || n, 1, 100 + (n * 7919) % 9000000, 'INR',
         case when n % 997 = 0 then 'DROP' when n % 9 = 0 then 'FAILURE' else 'SUCCESS' end, md5(n::text),
         'customer' || n % 50000 || '@example.com', (9000000000 + n)::text,
         case when n % 997 = 0 then 'EMI' when n % 2 = 0 then 'UPI' else 'CARD' end, 'campaign-' || n % 5000,
         case when n % 997 = 0 then 'rare' else 'simulator' end,
         '{"ruleSetVersion":1,"verdicts":[],"attempts":[]}', at, at, at + interval '1 day', at
       from generate_series($1::bigint + 1, $2::bigint) n,
         lateral (select case when n % 2 = 0 then $3::integer
                              else (select min(id) from merchants where name like 'Bench %')
                                + floor(40 * power((n * 7919 % 1000) / 1000.0, 3))::integer end as owner,
                         to_timestamp($4::double precision - 700 * 86400 * power((n * 104729 % 100003) / 100003.0, 2)) as at) made`,
      [start, end, merchant.id, NEWEST / 1_000],
    );
  }
  return size;
}

async function measureReads({ merchant, contenders }, size, samples) {
  const any = () => 2 * randomInt(1, Math.floor(size / 2));
  const search = (filter) => () =>
    opsRequest(merchant, "/v1/ops/payments/search", { limit: 50, ...filter() });
  const status = (reference) =>
    signedRequest(merchant, "/v1/route/transaction-status", { merchant_transaction_id: reference }, [
      reference,
    ]);
  const reads = {
    "transaction-status": () => status(`ORDER-${any()}`),
    "search: newest": search(() => ({})),
    "search: status": search(() => ({ status: ["FAILURE"] })),
    "search: two statuses": search(() => ({ status: ["DROP", "FAILURE"] })),
    "search: a day": search(() => {
      const from = NEWEST - randomInt(1, 300) * DAY_MS;
      return {
        created_from: new Date(from).toISOString(),
        created_until: new Date(from + DAY_MS).toISOString(),
      };
    }),
    "search: amounts": search(() => ({ amount_min: "500.00", amount_max: "501.00" })),
    "search: method": search(() => ({ payment_method: "EMI" })),
    "search: gateway": search(() => ({ gateway: "rare" })),
    "search: udf1": search(() => ({ udf1: `campaign-${any() % 5_000}` })),
    "search: reference": search(() => ({ merchant_transaction_id: `ORDER-${any()}` })),
    "search: prefix": search(() => ({ reference_prefix: `ORDER-${any()}` })),
    "search: e-mail": search(() => ({ customer_email: `customer${any() % 50_000}@example.com` })),
    "search: phone": search(() => ({ customer_phone: String(9_000_000_000 + any()) })),
  };
  const { port } = contenders.service;
  const control = () => signedRequest(merchant, "/v1/route/refund-status/", { refund_id: "RFD0" }, ["RFD0"]);
  const figures = {};
  for (const [name, make] of Object.entries(reads)) {
    await ask(port, make, control, WARM_UP);
    figures[name] = await ask(port, make, control, samples);
  }
  return figures;
}

/** The medians of the read and of the control, in turns, and how many of the control the read takes. */
async function ask(port, make, control, count) {
  const requests = Array.from({ length: 2 * count }, (_, index) => (index % 2 === 0 ? control() : make()));
  const { latencies } = await runLoad({
    port,
    callers: 1,
    seconds: 120,
    next: () => requests.pop(),
    expected: [200, 404],
  });
  const read = spread(latencies.filter((_, index) => index % 2 === 0));
  const beside = spread(latencies.filter((_, index) => index % 2 === 1));
  return { p50: read.p50, p99: read.p99, controlP50: beside.p50, besideControl: read.p50 / beside.p50 };
}
