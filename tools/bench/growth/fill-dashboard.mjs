import { randomUUID } from "node:crypto";
import pg from "pg";
import { copyIn } from "./copy-in.mjs";
import { createdAt, paymentIdOf, referenceOf, refundIdOf } from "./history.mjs";

/**
 * Of every hundred payments a person refunded one, with five audit entries; a tenth of these refunds had an approver.
 */
const INTENT_OF = 100;
const AUDIT_OF = 20;
const AUDITS_AT_ONCE = 1_000;
const APPROVAL_OF = 1_000;

const INTENTS =
  `id transaction_id reference service_address amount_paise currency reason requested_by requested_at state sent_at
  answered_at refund_id refund_status completed_at`.split(/\s+/);
const APPROVALS =
  `id kind service_address transaction_id reference requested_by requested_role requested_at expires_at state
  row_count decided_by decided_at`.split(/\s+/);
const TOTALS = ["approval_id", "currency", "amount_paise", "threshold_paise"];
const AUDITS = ["at", "actor_id", "actor_email", "action", "subject_kind", "subject_id", "detail"];
const SERVICE = "http://bench.example";

/** Writes the dashboard's own rows for as many payments. The log's own trigger chains each row. */
export async function fillDashboard({ dashboardDatabaseUrl }, from, until) {
  const client = new pg.Client({ connectionString: dashboardDatabaseUrl });
  await client.connect();
  try {
    await client.query("set synchronous_commit = off; set statement_timeout = 0");
    const { rows: people } = await client.query(
      "select id, email from people where role in ('finance', 'admin') order by email",
    );
    const fill = (table, columns, every, make) =>
      copyIn(
        client,
        table,
        columns,
        each(from, until, every, (n) => make(n, people)),
      );
    await fill("refund_ledgers", ["transaction_id"], INTENT_OF, (n) => [paymentIdOf(n)]);
    await fill("approval_requests", APPROVALS, APPROVAL_OF, approval);
    await fill("approval_totals", TOTALS, APPROVAL_OF, (n) => [approvalIdOf(n), "INR", 10_000, 5_000]);
    await fill("refund_intents", INTENTS, INTENT_OF, intent);
    // The log's trigger updates one row for each entry, and within a transaction must scan all versions of that row
    // each time.
    for (let start = from; start < until; start += AUDIT_OF * AUDITS_AT_ONCE) {
      const end = Math.min(until, start + AUDIT_OF * AUDITS_AT_ONCE);
      const rows = each(start, end, AUDIT_OF, (n) => audit(n, people));
      await copyIn(client, "audit_log", AUDITS, rows);
    }
    await client.query(
      "vacuum (analyze) refund_ledgers, refund_intents, approval_requests, approval_totals, audit_log",
    );
  } finally {
    await client.end();
  }
}

function* each(from, until, every, make) {
  for (let n = from - (from % every) + every; n <= until; n += every) yield make(n);
}

/** All are final; a few in a hundred have failed. */
function intent(n, people) {
  const at = new Date(createdAt(n) + 3_600_000).toISOString();
  const isRefused = (n / INTENT_OF) % 20 === 0;
  const hasFailed = (n / INTENT_OF) % 20 === 1;
  return [
    randomUUID(),
    paymentIdOf(n),
    referenceOf(n),
    SERVICE,
    10_000 + (n % 90_000),
    "INR",
    "Returned goods",
    people[n % 3 === 0 ? 0 : 1].id,
    at,
    isRefused ? "REFUSED" : "ACCEPTED",
    at,
    at,
    isRefused ? null : refundIdOf(n),
    isRefused ? null : hasFailed ? "FAILURE" : "SUCCESS",
    isRefused ? null : at,
  ];
}

const approvalIdOf = (n) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

function approval(n, people) {
  const at = createdAt(n) + 1_800_000;
  return [
    approvalIdOf(n),
    "refund",
    SERVICE,
    paymentIdOf(n),
    referenceOf(n),
    people[1].id,
    "finance",
    new Date(at).toISOString(),
    new Date(at + 86_400_000).toISOString(),
    "APPROVED",
    1,
    people[0].id,
    new Date(at + 600_000).toISOString(),
  ];
}

function audit(n, people) {
  const person = people[n % 3 === 0 ? 0 : 1];
  const action = (n / AUDIT_OF) % 20 === 0 ? "cancel_requested" : "refund_requested";
  return [
    new Date(createdAt(n)).toISOString(),
    person.id,
    person.email,
    action,
    "payment",
    paymentIdOf(n),
    `{"reference":"${referenceOf(n)}","amount":"499.00"}`,
  ];
}
