/** The newest moment of the history, which is the same in every run. */
export const NEWEST = Date.parse("2026-01-01T00:00:00Z");
const SPAN_MS = 700 * 86_400_000;

/**
 * The payments above `from` up to `until`, as rows of (n, part, age, ms, at, id, reference, status, is_refunded). Payment `n`
 * has the same fields at every size; more of them fall into the same months, slightly more into later ones. Multiples of the
 * golden ratio fill an interval evenly, so that no two share a millisecond and thus an id (decision 0030). One in ninety is
 * rare, so that even ten thousand payments contain a page of them.
 */
export const historyOf = (from, until) => `(
  select *, to_timestamp(ms / 1000.0) as at, 'ORDER-' || lpad(n::text, 10, '0') as reference,
    to_char(to_timestamp(ms / 1000.0) at time zone 'utc', 'YYYYMMDD') || ms as id,
    n % 8 = 4 and status = 'SUCCESS' as is_refunded
  from (
    select n, (hashint8(n) & 2147483647) % 100000 as part, age,
      floor(${NEWEST} - ${SPAN_MS} * age * (0.3 + 0.7 * age))::bigint as ms,
      case when n % 90 = 1 then 'DROP' when n % 9 = 0 then 'FAILURE' else 'SUCCESS' end as status
    from (
      select n, (n * 0.618033988749895) % 1 as age from generate_series(${from + 1}::bigint, ${until}::bigint) n
    ) numbers
  ) dated
) history`;

/** Of parts from 0 to 99,999 half belong to the big merchant, 1 % to the small one, the rest to thirty others, most to the first. */
const OWNER = `case when part < 50000 then $1::integer when part < 51000 then $2::integer
  else ($3::integer[])[1 + floor(30 * ((part - 51000) / 49000.0) ^ 2)::integer] end`;

const DECISION =
  '{"ruleSetVersion":1,"verdicts":[],"attempts":[{"ruleId":"rule-1","gateway":"simulator","outcome":"opened"}]}';

/** The statements that fill the service's tables; parameters are the big merchant, the small one and the others. */
export const FILLS = {
  payments: (
    history,
  ) => `insert into payments (merchant_id, id, merchant_transaction_id, attempt, amount_paise, currency,
      status, checkout_token, customer_email, customer_phone, payment_method, udf1, udf2, gateway, gateway_checkout_id,
      gateway_transaction_id, routing_decision, created_at, link_issued_at, expires_at, completed_at)
    select ${OWNER}, 'TXN' || id, reference, 1, 100 + (n * 7919) % 9000000, 'INR', status, 'checkout-' || lpad(n::text, 20, '0'),
      'customer' || n / 8 || '@example.com', (9000000000 + n / 8)::text,
      case when n % 90 = 1 then 'EMI' when n % 2 = 0 then 'UPI' else 'CARD' end, 'campaign-' || n % 5, 'desk-' || n / 8,
      case when n % 90 = 1 then 'rare' else 'simulator' end, 'simco_' || n, 'simtx_' || n, '${DECISION}', at, at,
      at + interval '1 day', at + interval '90 seconds'
    from ${history} order by ms`,
  /** Two for each payment: its creation and its end. */
  payment_events: (history) => `insert into payment_events (merchant_id, payment_id, kind, at)
    select ${OWNER}, 'TXN' || id, kind, at + after
    from ${history}, lateral (values ('initiated', interval '0'), (case status when 'SUCCESS' then 'succeeded'
      when 'FAILURE' then 'failed' else 'dropped' end, interval '90 seconds')) events (kind, after) order by ms`,
  /** None is pending, or a worker would process it. */
  refunds: (
    history,
  ) => `insert into refunds (merchant_id, id, payment_id, merchant_transaction_id, amount_paise, currency,
      status, reason, gateway, gateway_refund_id, requested_at, completed_at)
    select ${OWNER}, 'RFD' || id, 'TXN' || id, reference, 100, 'INR', case when n % 5 = 0 then 'FAILURE' else 'SUCCESS' end,
      'Returned goods', 'simulator', 'simrf_' || n, at + interval '1 hour', at + interval '61 minutes'
    from ${history} where is_refunded order by ms`,
  /** Ten days of webhooks, the retention of the log: one for every tenth payment, to each merchant's one endpoint. */
  webhook_deliveries: (
    history,
  ) => `insert into webhook_deliveries (merchant_id, id, endpoint_id, event, sequence, payment_id,
      merchant_transaction_id, occurred_at, body, status, attempts, tries, next_attempt_at, last_attempt_at,
      last_response_status, completed_at)
    select ${OWNER}, 'msg_' || lpad(to_hex((extract(epoch from sent) * 1000)::bigint), 12, '0') || lpad(n::text, 32, '0'), 'we_bench',
      case status when 'SUCCESS' then 'payment.succeeded' else 'payment.failed' end, 2, 'TXN' || id, reference, sent,
      '{"type":"payment.succeeded","data":{"transaction_amount":"499.00"}}',
      case when n % 400 = 0 then 'FAILED' else 'DELIVERED' end, 1, 1, sent, sent, 200, sent
    from ${history}, lateral (select now() - age * interval '10 days' as sent) times where n % 10 = 0 order by sent`,
};

/**
 * The dashboard's own rows, with the two people who made them as parameters. Of every hundred payments a person refunded
 * one; a tenth of these refunds had an approver; a few in a hundred have failed.
 */
const PERSON = "case when n % 3 = 0 then $1::uuid else $2::uuid end";
const APPROVAL_ID = "('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid";
export const DASHBOARD_FILLS = {
  refund_ledgers: (history) => `insert into refund_ledgers (transaction_id)
    select 'TXN' || id from ${history} where n % 100 = 0`,
  approval_requests: (
    history,
  ) => `insert into approval_requests (id, kind, service_address, transaction_id, reference,
      requested_by, requested_role, requested_at, expires_at, state, row_count, decided_by, decided_at)
    select ${APPROVAL_ID}, 'refund', 'http://bench.example', 'TXN' || id, reference, $2::uuid, 'finance',
      at + interval '30 minutes', at + interval '1 day', 'APPROVED', 1, $1::uuid, at + interval '40 minutes'
    from ${history} where n % 1000 = 0`,
  approval_totals: (
    history,
  ) => `insert into approval_totals (approval_id, currency, amount_paise, threshold_paise)
    select ${APPROVAL_ID}, 'INR', 10000, 5000 from ${history} where n % 1000 = 0`,
  refund_intents: (
    history,
  ) => `insert into refund_intents (id, transaction_id, reference, service_address, amount_paise, currency,
      reason, requested_by, requested_at, state, sent_at, answered_at, refund_id, refund_status, completed_at)
    select gen_random_uuid(), 'TXN' || id, reference, 'http://bench.example', 10000 + n % 90000, 'INR', 'Returned goods',
      ${PERSON}, asked, state, asked, asked, case state when 'ACCEPTED' then 'RFD' || id end,
      case when state = 'ACCEPTED' then case when n / 100 % 20 = 1 then 'FAILURE' else 'SUCCESS' end end,
      case state when 'ACCEPTED' then asked end
    from ${history}, lateral (select at + interval '1 hour' as asked,
      case when n / 100 % 20 = 0 then 'REFUSED' else 'ACCEPTED' end as state) intents
    where n % 100 = 0`,
};

/** An entry for every twentieth payment. */
export const AUDIT_FILL = (
  history,
) => `insert into audit_log (at, actor_id, actor_email, action, subject_kind, subject_id, detail)
  select at, p.id, p.email, case when n / 20 % 20 = 0 then 'cancel_requested' else 'refund_requested' end, 'payment',
    'TXN' || history.id, jsonb_build_object('reference', reference, 'amount', '499.00')
  from ${history} join people p on p.id = ${PERSON} where n % 20 = 0 order by n`;
