/**
 * Creates payments of one merchant directly in the database: those with `status` SUCCESS can have many refunds, and
 * with `refunds` each already has one.
 */
export async function seedPayments(pool, merchantId, { count, status, refunds = false }) {
  const { rows } = await pool.query(
    "select coalesce(max(substr(id, 12)::bigint), 1700000000000) as last from payments where merchant_id = $1 and id like 'TXN20200101%'",
    [merchantId],
  );
  const first = BigInt(rows[0].last) + 1n;
  const made = await pool.query(
    `insert into payments (merchant_id, id, merchant_transaction_id, attempt, amount_paise, currency, status,
       checkout_token, customer_email, gateway, gateway_checkout_id, gateway_transaction_id, routing_decision,
       created_at, link_issued_at, expires_at, completed_at)
     select $1::integer, 'TXN20200101' || n, 'SEED-' || n, 1, 10000000, 'INR', $4::text, md5(n::text), 'customer@example.com',
       'simulator', 'simco_' || n, 'simtx_' || n, '{"ruleSetVersion":1,"verdicts":[],"attempts":[]}',
       now(), now(), now() + interval '1 day', case when $4 = 'INITIATED' then null else now() end
     from generate_series($2::bigint, $2::bigint + $3::bigint - 1) as n
     returning id, merchant_transaction_id`,
    [merchantId, first, count, status],
  );
  const ids = made.rows.map((row) => row.id);
  const references = made.rows.map((row) => row.merchant_transaction_id);
  if (!refunds) return { ids, references, refundIds: [] };
  const refunded = await pool.query(
    `insert into refunds (merchant_id, id, payment_id, merchant_transaction_id, amount_paise, currency, status, gateway,
       requested_at, completed_at)
     select merchant_id, 'RFD' || substr(id, 4), id, merchant_transaction_id, 100, 'INR', 'SUCCESS', 'simulator', now(), now()
     from payments where merchant_id = $1 and id = any($2)
     returning id`,
    [merchantId, ids],
  );
  return { ids, references, refundIds: refunded.rows.map((row) => row.id) };
}
