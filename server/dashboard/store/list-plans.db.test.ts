import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMigratedDatabase, type MigratedDatabase } from "@/tools/testing/migrated-database";
import { planOfOne, rowsRead } from "@/tools/testing/plans";
import { vacuumAnalyze } from "@/tools/testing/vacuum";
import type { Db } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { readRefundFilter, type RefundFilter } from "../refunds/domain/refund-filter";
import { listApprovalsOf, listDecidedApprovals, listWaitingApprovals } from "../approvals/store/approvals";
import { AUDIT_FAMILIES } from "../audit/domain/audit-families";
import { type AuditSearch, searchAudit, searchAuditActions } from "../audit/store/audit-search";
import { findLikelyDuplicates, listReservations, listReservationsOf } from "../bulk/store/bulk-duplicates";
import { countBulkRows, sumBulkRows, tallyBulkRows } from "../bulk/store/bulk-rows";
import { WORK_KIND_NAMES, WORK_KINDS } from "@/lib/queues/work-kinds";
import { listWorkOfPayment, listWorkOfRefund } from "../queues/store/items-of-record";
import { listLeft } from "../queues/store/left-items";
import { listWork, listWorkOfKind, sumWork, sumWorkOfKind } from "../queues/store/open-items";
import { listOwnPayments, sumOwnOfEach } from "../refunds/store/held-amounts";
import { countNeedingAttention, listMatching } from "../refunds/store/refund-list";
import { countRefundEnds } from "../refunds/store/refund-counts";
import { findDaysToSum, sumByStatus, sumDay } from "../refunds/store/refund-sums";
import { sumMatching } from "../refunds/store/refund-totals";
import { findSeenReferences, listSeenOf, type SeenBy } from "../payments/store/seen-payments";

let database: MigratedDatabase;

const PERSON = randomUUID();
const SECOND = randomUUID();
/** A checked run with few rows, and one whose rows were all refunded. */
const RUN = randomUUID();
const REFUNDED_RUN = randomUUID();
const RUN_ROWS = 20;
const REFUNDED_ROWS = 5_000;
const ROWS = 20_000;
const WAITING = 60;
const FILLING_LIMIT_MS = 180_000;
/** Two pages, the row that shows a third, and the names beside them. */
const MOST_READ = 400;
/** And as many refunds a day; both ends of a span may lie within one. */
const MINUTES_A_DAY = 1_440;

/** A history of actions with one rare one among them. */
beforeAll(async () => {
  database = await createMigratedDatabase("dashboard");
  const { pool } = database;
  await pool.query(
    `insert into people (id, email, name, role, created_at)
     values ($1, 'a@example.com', 'A', 'finance', now()), ($2, 'b@example.com', 'B', 'admin', now())`,
    [PERSON, SECOND],
  );
  await pool.query("insert into refund_ledgers select 'TXN' || n from generate_series(1, $1::integer) n", [
    ROWS,
  ]);
  await pool.query(
    `insert into refund_intents (id, transaction_id, reference, service_address, amount_paise, currency, requested_by,
       requested_at, state, sent_at, answered_at, refund_id, refund_status, completed_at)
     select gen_random_uuid(), 'TXN' || n, 'ORDER-' || n, 'http://service', 10000, 'INR', $2::uuid, at, 'ACCEPTED', at, at,
       'RFD' || n, case when n = 777 then 'FAILURE' else 'SUCCESS' end, at
     from generate_series(1, $1::integer) n, lateral (select timestamptz '2026-01-01' + n * interval '1 minute' as at) times`,
    [ROWS, PERSON],
  );
  await pool.query(
    `insert into approval_requests (id, kind, service_address, transaction_id, reference, requested_by, requested_role,
       requested_at, expires_at, state, row_count, decided_by, decided_at)
     select gen_random_uuid(), 'refund', 'http://service', transaction_id, reference, requested_by, 'finance', requested_at,
       requested_at + interval '1 hour', 'APPROVED', 1, $1::uuid, requested_at
     from refund_intents`,
    [SECOND],
  );
  // More than a page waits, each with a reservation.
  await pool.query(
    `insert into approval_requests (id, kind, service_address, transaction_id, reference, requested_by, requested_role,
       requested_at, expires_at, state, row_count)
     select gen_random_uuid(), 'refund', 'http://service', transaction_id, reference, requested_by, 'finance', requested_at,
       requested_at + interval '1 year', 'WAITING', 1
     from refund_intents order by requested_at desc limit $1`,
    [WAITING],
  );
  await pool.query(
    "insert into approval_reservations select id, transaction_id, 10000 from approval_requests",
  );
  await pool.query(
    `insert into bulk_runs (id, kind, service_address, content_hash, row_count, created_by, created_at, state)
     select id, 'refund', 'http://service', 'hash', rows, $1::uuid, now(), 'checked'
     from unnest($2::uuid[], $3::integer[]) runs (id, rows)`,
    [PERSON, [RUN, REFUNDED_RUN], [RUN_ROWS, REFUNDED_ROWS]],
  );
  await pool.query(
    `insert into bulk_rows (id, run_id, position, line, reference, transaction_id, fingerprint, amount_paise, left_paise, currency, state)
     select gen_random_uuid(), $1::uuid, n, n, 'ORDER-' || n, 'TXN' || n, 'print-' || n, 10000, 10000, 'INR', 'ready'
     from generate_series(1, $2::integer) n`,
    [RUN, RUN_ROWS],
  );
  await pool.query(
    `insert into bulk_rows (id, run_id, position, line, reference, transaction_id, fingerprint, amount_paise, currency, state,
       claimed_times, is_refunded)
     select id, $1::uuid, n, n, reference, transaction_id, 'other-' || n, amount_paise, currency, 'accepted', 1, true
     from (select *, row_number() over (order by requested_at desc) as n from refund_intents) i where n <= $2::integer`,
    [REFUNDED_RUN, REFUNDED_ROWS],
  );
  await pool.query(
    `insert into audit_log (at, actor_id, actor_email, action, subject_kind, subject_id, detail)
     select requested_at, requested_by, 'a@example.com',
       case when transaction_id = 'TXN777' then 'cancel_requested' else 'refund_requested' end, 'payment', transaction_id, '{}'
     from refund_intents order by requested_at`,
  );
  await pool.query(
    `insert into work_items (kind, service_address, item_id, version, assignee_id, assigned_at, state, mark, team,
       condition, since, reference, amount_paise, currency, is_test, ended_at, outcome)
     select case n % 2 when 0 then 'refund' else 'payment' end, case n % 2 when 0 then '' else 'http://service' end, id, 1,
       $1::uuid, requested_at, 'open', 'late', 'finance', 'refund_late', requested_at, reference, 100, 'INR', false,
       requested_at, 'refunded'
     from (select id, requested_at, reference, row_number() over () as n from refund_intents) i`,
    [PERSON],
  );
  await pool.query(
    `insert into seen_payments (service_address, transaction_id, reference, amount_paise, currency, status,
       gateway_transaction_id, is_test, created_at, seen_at)
     select 'http://service', transaction_id, reference, case when transaction_id = 'TXN777' then 77700 else 10000 end,
       'INR', 'SUCCESS', 'pi_' || transaction_id, false, requested_at, requested_at
     from refund_intents`,
  );
  await pool.query(
    `insert into seen_contacts (service_address, contact_hash, reference, seen_at)
     select service_address, sha256(convert_to(reference, 'UTF8')), reference, seen_at from seen_payments`,
  );
  await vacuumAnalyze(pool, [
    "refund_ledgers",
    "refund_intents",
    "approval_requests",
    "approval_reservations",
    "bulk_rows",
    "audit_log",
    "work_items",
    "people",
    "refund_requests",
    "cancellations",
    "seen_payments",
    "seen_contacts",
  ]);
}, FILLING_LIMIT_MS);
afterAll(() => database.drop());

const NO_FILTER = readRefundFilter({}, new Date()).filter;
const NO_SEARCH: AuditSearch = { person: null, action: null, subject: null, from: null, until: null };
const AGEING = new Date("2026-01-05T00:00:00Z");
const NOW = new Date("2026-02-01T00:00:00Z");
const NOTHING_FETCHED = { serviceAddress: "http://service", items: [], ranges: [] };
const OPEN_WORK = {
  kinds: WORK_KIND_NAMES,
  teams: null,
  state: "open",
  assignee: null,
  orNobodysOf: { teams: [], kinds: [], personId: PERSON },
  after: null,
  through: null,
  limit: 51,
} as const;
const FIRST_PAGE = { after: null, limit: 51 };

const refunds =
  (filter: Partial<RefundFilter>) =>
  (db: Db): Promise<unknown> =>
    listMatching(db, { ...NO_FILTER, ...filter }, { ageingBefore: AGEING, ...FIRST_PAGE });
const audit =
  (search: Partial<AuditSearch>, before: bigint | null = null) =>
  (db: Db): Promise<unknown> =>
    searchAudit(db, { ...NO_SEARCH, ...search }, { before, limit: 51 });
const actions =
  (search: Partial<AuditSearch>, before: bigint | null = null) =>
  (db: Db): Promise<unknown> =>
    searchAuditActions(db, { ...NO_SEARCH, ...search }, AUDIT_FAMILIES, { before, head: before, limit: 51 });

const seen =
  (by: SeenBy) =>
  (db: Db): Promise<unknown> =>
    findSeenReferences(db, "http://service", by, 11);

const LISTS: Record<string, (db: Db) => Promise<unknown>> = {
  "the newest refunds": refunds({}),
  "refunds under way": refunds({ view: "in_progress" }),
  "refunds that need somebody": refunds({ view: "attention" }),
  "refunds that failed": refunds({ view: "failed" }),
  "refunds of a common status": refunds({ statuses: ["SUCCESS"] }),
  "refunds of a rare status": refunds({ statuses: ["FAILURE"] }),
  "refunds of a status that none has": refunds({ statuses: ["UNKNOWN"] }),
  "refunds of one person": refunds({ requestedById: PERSON }),
  "refunds of somebody who requested none": refunds({ requestedById: SECOND }),
  "refunds of an old day": refunds({ from: "2026-01-02", until: "2026-01-02" }),
  "how many refunds need somebody": (db) => countNeedingAttention(db, AGEING),
  "what needs attention, summed": (db) =>
    sumWork(db, NOW, "http://service", { id: PERSON, kinds: WORK_KIND_NAMES }),
  "what needs attention": (db) => listWork(db, NOW, NOTHING_FETCHED, { ...OPEN_WORK, order: "age" }),
  "what needs attention, the most money first": (db) =>
    listWork(db, NOW, NOTHING_FETCHED, { ...OPEN_WORK, order: "money" }),
  "refunds of unknown outcome, with their assignees": (db) =>
    listWorkOfKind(
      db,
      NOW,
      { kind: "refund", conditions: ["refund_unknown"], notRequestedBy: null },
      { state: "open", assignee: null, limit: 51 },
    ),
  "requests of others, with their assignees": (db) =>
    listWorkOfKind(
      db,
      NOW,
      { kind: "request", conditions: WORK_KINDS.request.conditions, notRequestedBy: PERSON },
      { state: "open", assignee: null, limit: 51 },
    ),
  "requests of others, summed": (db) =>
    sumWorkOfKind(db, NOW, {
      kind: "request",
      conditions: WORK_KINDS.request.conditions,
      notRequestedBy: PERSON,
    }),
  "what needs attention of a payment": (db) =>
    listWorkOfPayment(db, NOW, "http://service", { transactionId: "TXN777", kinds: WORK_KIND_NAMES }),
  "what needs attention of a refund": (db) =>
    listWorkOfRefund(db, NOW, "http://service", { refundId: "RFD777", kinds: WORK_KIND_NAMES }),
  "what left the queues of a person": (db) =>
    listLeft(db, NOW, NOTHING_FETCHED, { personId: PERSON, from: NOW, limit: 20 }),
  "the newest of the audit log": audit({}),
  "the audit log from a cursor on": audit({}, 10_000n),
  "the audit log of one person": audit({ person: "a@example.com" }),
  "the audit log of nobody": audit({ person: "nobody@example.com" }),
  "the audit log of a rare action": audit({ action: "cancel_requested" }),
  "the audit log of a payment": audit({ subject: "TXN777" }),
  "the newest actions of the audit log": actions({}),
  "actions of the audit log from a cursor on": actions({}, 10_000n),
  "the actions of one person": actions({ person: "a@example.com" }),
  "the actions of a rare record": actions({ action: "cancel_requested" }),
  "the actions on a payment": actions({ subject: "TXN777" }),
  "seen payments of a gateway's id": seen({ kind: "gateway_id", id: "pi_TXN777" }),
  "seen payments of a rare amount": seen({ kind: "amount", amountPaise: 77_700n }),
  "seen payments of a common amount": seen({ kind: "amount", amountPaise: 10_000n }),
  "seen payments with a common beginning": seen({ kind: "prefix", prefix: "ORDER-" }),
  "seen payments of an amount that none has": seen({ kind: "amount", amountPaise: 1n }),
  "seen payments with a rare beginning": seen({ kind: "prefix", prefix: "order-777" }),
  "seen payments of a contact": seen({
    kind: "contact",
    hashes: [createHash("sha256").update("ORDER-777").digest()],
  }),
  "seen payments of a reference": (db) => listSeenOf(db, "http://service", "ORDER-777"),
  "what is known here of a page of payments": (db) =>
    sumOwnOfEach(
      db,
      Array.from({ length: 50 }, (_, n) => `TXN${String(n + 1)}`),
    ),
  "payments with a refund of unknown outcome": (db) => listOwnPayments(db, "unknown", 50),
  "payments with a manual refund": (db) => listOwnPayments(db, "manual", 50),
  "what is reserved of the payments of a run": (db) => listReservations(db, RUN),
  "what is reserved of the payment of a row": (db) => listReservationsOf(db, "TXN777", RUN),
  "what the rows of a run may repeat": (db) => findLikelyDuplicates(db, RUN, new Date()),
  "approvals that wait": (db) => listWaitingApprovals(db, FIRST_PAGE),
  "approvals that were decided": (db) => listDecidedApprovals(db, FIRST_PAGE),
  "approvals that one person requested": (db) => listApprovalsOf(db, PERSON, FIRST_PAGE),
  "approvals of somebody who requested none": (db) => listApprovalsOf(db, SECOND, FIRST_PAGE),
};

/** Sequential scans are fine, because they are small. */
const SMALL = [
  "people",
  "roles",
  "refund_requests",
  "refund_settings",
  "cancellations",
  "manual_refunds",
  "bulk_runs",
];

test.each(Object.entries(LISTS))(
  "%s: a page is read by an index, and no more than pages",
  async (_, read) => {
    const { text, nodes } = await planOfOne(database.pool, read);
    const walks = nodes.filter(
      (node) => node["Node Type"] === "Seq Scan" && !SMALL.includes(node["Relation Name"] ?? ""),
    );
    expect(walks, text).toEqual([]);
    expect(rowsRead(nodes), text).toBeLessThan(MOST_READ);
  },
);

const TOTALS: Record<string, (db: Db) => Promise<unknown>> = {
  "of all refunds": (db) => sumMatching(db, NO_FILTER, AGEING),
  "of those that failed": (db) => sumMatching(db, { ...NO_FILTER, view: "failed" }, AGEING),
  "of some days": (db) =>
    sumByStatus(db, { from: new Date("2026-01-02T18:30:00Z"), until: new Date("2026-01-09T18:30:00Z") }),
  "of an overview's span": (db) =>
    countRefundEnds(db, { from: new Date("2026-01-02T12:00:00Z"), until: new Date("2027-01-02T12:00:00Z") }),
};

test.each(Object.entries(TOTALS))("totals %s: days that are over are read by their sums", async (_, read) => {
  const lastDay = new Date(Date.parse("2026-01-01") + ROWS * 60_000);
  for (const day of await findDaysToSum(database.pool, lastDay, 100)) {
    expect(await inTransaction(database.pool, (db) => sumDay(db, day))).toBe(true);
  }
  const { text, nodes } = await planOfOne(database.pool, read);
  const walks = nodes.filter(
    (node) => node["Node Type"] === "Seq Scan" && node["Relation Name"] === "refund_intents",
  );
  expect(walks, text).toEqual([]);
  expect(rowsRead(nodes), text).toBeGreaterThan(0);
  expect(rowsRead(nodes), text).toBeLessThan(3 * MINUTES_A_DAY);
});

const COUNTS: Record<string, (db: Db) => Promise<unknown>> = {
  "the rows of a run, counted": (db) => countBulkRows(db, [REFUNDED_RUN]),
  "the rows of a run, summed": (db) => sumBulkRows(db, [REFUNDED_RUN]),
  "the rows of runs, counted and summed": (db) => tallyBulkRows(db, [RUN, REFUNDED_RUN]),
};

test.each(Object.entries(COUNTS))("%s: refunds that are paid are not read", async (_, read) => {
  const { text, nodes } = await planOfOne(database.pool, read);
  const refunds = nodes.filter((node) => node["Relation Name"] === "refund_intents");
  expect(rowsRead(refunds), text).toBe(0);
  // Both parts of the view find the rows of the run.
  expect(rowsRead(nodes), text).toBeGreaterThanOrEqual(REFUNDED_ROWS);
});
