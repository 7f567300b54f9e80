import type pg from "pg";
import { setTimeout as sleep } from "node:timers/promises";

const POLL_EVERY_MS = 1_000;

/** What is not final yet, with names for the terminal. */
const SERVICE_OPEN = `
  select 'refunds' as what, count(*)::int as n from refunds where completed_at is null
  union all select 'webhooks', count(*)::int from webhook_deliveries where status = 'WAITING'
  union all select 'payments without a link', count(*)::int from payments
    where status = 'INITIATED' and link_issued_at is null
  union all select 'payments charged and not moved', count(*)::int from payments p
    join simulator.charges c on c.checkout_id = p.gateway_checkout_id and c.outcome = 'SUCCESS'
    where p.status <> 'SUCCESS' and not exists (select from refunds r
      where r.kind = 'reversal' and r.merchant_id = p.merchant_id and r.payment_id = p.id)`;
const DESK_OPEN = `
  select 'intents' as what, count(*)::int as n from refund_intents
    where state in ('RECORDED', 'SENDING', 'UNKNOWN') or (state = 'ACCEPTED' and completed_at is null)
  union all select 'cancellations', count(*)::int from cancellations where state = 'requested'`;

/**
 * Shortens waits that are long by design in their rows: everything scheduled for later becomes due now. This decides no
 * outcome; the product does what follows. Only while no call is in progress: the lease of a running request must not be
 * ended.
 */
const HURRY_SERVICE = [
  `update schedules set due_at = now() where due_at > now() and taken_by is null`,
  `update refunds set due_at = now() where due_at > now() and completed_at is null`,
  `update payment_polls set due_at = now() where due_at > now()`,
  `update webhook_deliveries set next_attempt_at = now() where status = 'WAITING' and next_attempt_at > now()`,
  `update webhook_endpoints set held_until = null where held_until > now()`,
  `update payments set created_at = now() - interval '61 seconds' where status = 'INITIATED'
     and link_issued_at is null and created_at > now() - interval '60 seconds'`,
  `update idempotency_keys set leased_until = now() where response_status is null and leased_until > now()
     and created_at < now() - interval '20 seconds'`,
];
const HURRY_DESK = [
  `update refund_intents set due_at = now() where due_at > now() and taken_by is null`,
  `update cancellations set due_at = now() where due_at > now() and taken_by is null`,
  `update tracked_refunds set due_at = now(), next_check_at = now() where due_at > now() and taken_by is null`,
];

type SettleOptions = {
  service: pg.Pool;
  desk: pg.Pool;
  limitMs: number;
  log: (line: string) => void;
};

/** Waits until nothing is pending, or the limit is over: then the checker names what is left. */
export async function settle({ service, desk, limitMs, log }: SettleOptions): Promise<number> {
  const startedAt = performance.now();
  let logged = "";
  while (performance.now() - startedAt < limitMs) {
    for (const statement of HURRY_SERVICE) await service.query(statement);
    for (const statement of HURRY_DESK) await desk.query(statement);
    await sleep(POLL_EVERY_MS);
    const open = [...(await openOf(service, SERVICE_OPEN)), ...(await openOf(desk, DESK_OPEN))];
    if (open.length === 0) break;
    const now = open.map(({ what, n }) => `${n} ${what}`).join(", ");
    if (now !== logged) log(`open: ${now}`);
    logged = now;
  }
  return Math.round((performance.now() - startedAt) / 1000);
}

async function openOf(pool: pg.Pool, statement: string): Promise<{ what: string; n: number }[]> {
  const { rows } = await pool.query<{ what: string; n: number }>(statement);
  return rows.filter(({ n }) => n > 0);
}
