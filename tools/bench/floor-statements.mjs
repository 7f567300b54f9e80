/**
 * The statements that the service sends for each endpoint, for the baseline server. A change of those in
 * server/routing/store must be repeated here, or the two are not measured at the same work. The statements by which the
 * service writes several records at once (0323) are not: the baseline writes each record by itself.
 */
const COLUMNS = `merchant_id, id, merchant_transaction_id, attempt, amount_paise, currency, status, checkout_token,
  customer_email, customer_phone, customer_name, payment_method, card_scheme, issuing_bank, udf1, udf2, udf3,
  surl, furl, gateway, gateway_checkout_id, gateway_transaction_id, created_at, link_issued_at, expires_at,
  completed_at`;
const ALL = `${COLUMNS}, gateway_account, gateway_checkout_url, paid_method, watched_until`;
const REFUND = `merchant_id, id, payment_id, merchant_transaction_id, amount_paise, currency, status, reason, gateway,
  gateway_refund_id, requested_at, completed_at`;

/** Part of each statement that writes a status; `n` is the number of the statement's own parameters. */
const fanOut = (payment, n) => `webhooks as (
    insert into webhook_deliveries (merchant_id, id, endpoint_id, event, sequence, payment_id,
      merchant_transaction_id, occurred_at, body, next_attempt_at, origin)
    select e.merchant_id, 'msg_' || gen_random_uuid(), e.id, $${n + 1}, $${n + 2}::integer, p.id,
      p.merchant_transaction_id, $${n + 3}, $${n + 4}, $${n + 3}, $${n + 5}::jsonb
    from ${payment} p join webhook_endpoints e on e.merchant_id = p.merchant_id
    where e.merchant_id = $1 and e.enabled and $${n + 1}::text = any(e.events)
    returning endpoint_id)`;

const places = (count) => Array.from({ length: count }, (_, index) => `$${index + 1}`).join(", ");

export const STATEMENTS = {
  key: `select merchant_id, sealed_salt, rate_per_second, rate_burst from api_keys
    where api_key = $1 and revoked_at is null and (expires_at is null or expires_at > $2)`,
  ofReference: `select ${ALL} from payments
    where merchant_id = $1 and merchant_transaction_id = $2 order by attempt desc`,
  rules: `select version, case when version = $2 then null else rules end as rules
    from routing_rule_sets where merchant_id = $1 order by version desc limit 1`,
  health: `select gateway, state, failures, openings, opened_at, next_trial_at, trial_until, last_failure_at, last_failure
    from gateway_health where split_part(gateway, '@', 2) in ('', $1)`,
  accounts: `select gateway, account, revision from gateway_accounts where merchant_id = $1 and retired_at is null`,
  insertPayment: `with forgotten as (
      select from forgotten_references where merchant_id = $1 and merchant_transaction_id = $3),
    payment as (
      insert into payments (${COLUMNS}, routing_decision) select ${places(27)} where not exists (select from forgotten)
      on conflict (merchant_id, id) do nothing
      returning merchant_id, id, merchant_transaction_id, created_at),
    event as (
      insert into payment_events (merchant_id, payment_id, kind, at)
      select merchant_id, id, 'initiated', created_at from payment),
    ${fanOut("payment", 27)}
    select exists (select from payment) as is_new, exists (select from forgotten) as is_forgotten,
      (select count(*) from webhooks) as webhooks`,
  issueLink: `update payments set gateway = $3, gateway_checkout_id = $4, gateway_checkout_url = $5, link_issued_at = $6,
      watched_until = $7, routing_decision = $8, gateway_account = $9
    where merchant_id = $1 and id = $2 and case when status = 'INITIATED' then true else false end`,
  lockLatest: `select ${ALL} from payments
    where merchant_id = $1 and merchant_transaction_id = $2 order by attempt desc limit 1 for update`,
  movePayment: `with moved as (
      update payments set status = $3, completed_at = $4, gateway_transaction_id = $5
      where merchant_id = $1 and id = $2 returning merchant_id, id, merchant_transaction_id),
    event as (
      insert into payment_events (merchant_id, payment_id, kind, at, detail)
      select merchant_id, id, $6, $7, $8::jsonb from moved),
    ${fanOut("moved", 8)}
    select count(*) from webhooks`,
  lockPayment: `select ${ALL} from payments where merchant_id = $1 and id = $2 for update`,
  refundTotals: `select
      coalesce(sum(amount_paise) filter (where status = 'SUCCESS'), 0)::bigint as refunded,
      coalesce(sum(amount_paise) filter (where status in ('INITIATED', 'PROCESSING')), 0)::bigint as in_progress
    from refunds where merchant_id = $1 and payment_id = $2`,
  insertRefund: `insert into refunds (${REFUND}, is_unsent, origin) values (${places(14)}) on conflict (merchant_id, id) do nothing`,
  announce: `select pg_notify('due_rows', $1)`,
  refund: `select ${REFUND} from refunds where merchant_id = $1 and id = $2`,
};
