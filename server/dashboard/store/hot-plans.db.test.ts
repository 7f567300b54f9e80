import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMigratedDatabase, type MigratedDatabase } from "@/tools/testing/migrated-database";
import { planOf, sentBy, walksIn } from "@/tools/testing/plans";
import { vacuumAnalyze } from "@/tools/testing/vacuum";
import type { Db } from "@/server/platform/pool";
import { WORK_KIND_NAMES } from "@/lib/queues/work-kinds";
import { sumHeld } from "../refunds/store/held-amounts";
import { isUsedByOther } from "../approvals/store/lock-form";
import { countWaiting, endApproval, findApproval, findApprovalOfRun } from "../approvals/store/approvals";
import { listRowsToApprove } from "../bulk/store/bulk-rows";
import {
  claimBulkRow,
  endBulkRow,
  noteRefundedRow,
  putBackBulkRow,
  stopReadyBulkRows,
} from "../bulk/store/bulk-row-moves";
import { listWorkOfPayment, listWorkOfRefund } from "../queues/store/items-of-record";
import { findEndedForm } from "../refunds/store/ended-forms";
import {
  giveUpRecorded,
  markUnknown,
  recordLateSuccess,
  recordRefundStatus,
  resolveIntent,
  startSending,
} from "../refunds/store/refund-intent-moves";
import { findDuplicateRefunds } from "../refunds/store/duplicate-refunds";
import {
  findIntent,
  findIntentByRefund,
  listIntentsOfPayment,
  reopenIntent,
} from "../refunds/store/refund-intents";
import { claimUnknown } from "../refunds/store/refund-resolutions";
import { lockLedger, readLedger } from "../refunds/store/refund-ledgers";
import { findSessionPerson, touchSession } from "../people/store/sessions";
import {
  claimCheck,
  countPending,
  findTracked,
  recordViewed,
  storeCheck,
} from "../refunds/store/tracked-refunds";

let database: MigratedDatabase;

const PERSON = randomUUID();
const RUN = randomUUID();
const ROWS = 8_000;
const FILLING_LIMIT_MS = 180_000;
/** The tables that grow with every refund, run or sign-in: no request scans one of them completely. */
const GROWING = [
  "refund_intents",
  "refund_ledgers",
  "tracked_refunds",
  "approval_requests",
  "approval_reservations",
  "bulk_rows",
  "ended_forms",
  "sessions",
];

/** Everything has ended when the statistics are collected, so that the planner expects no open rows (0181). */
beforeAll(async () => {
  database = await createMigratedDatabase("dashboard");
  const { pool } = database;
  const fill = (sql: string, values: unknown[] = []) => pool.query(sql, [ROWS, ...values]);
  await pool.query(
    "insert into people (id, email, name, role, created_at) values ($1, 'a@example.com', 'A', 'finance', now())",
    [PERSON],
  );
  await fill("insert into refund_ledgers select 'TXN' || n from generate_series(1, $1::integer) n");
  await fill(
    `insert into refund_intents (id, transaction_id, reference, service_address, amount_paise, currency, requested_by,
       requested_at, state, sent_at, answered_at, refund_id, refund_status, completed_at)
     select gen_random_uuid(), 'TXN' || n, 'ORDER-' || n, 'http://service', 10000, 'INR', $2::uuid, at, 'ACCEPTED', at, at,
       'RFD' || n, 'SUCCESS', at
     from generate_series(1, $1::integer) n, lateral (select now() - n * interval '1 minute' as at) times`,
    [PERSON],
  );
  await pool.query(
    `insert into tracked_refunds (service_address, refund_id, transaction_id, reference, amount_paise, currency, status,
       requested_at, completed_at, is_made_here, checked_at, asked_at)
     select service_address, refund_id, transaction_id, reference, amount_paise, currency, 'SUCCESS', requested_at,
       completed_at, true, completed_at, completed_at
     from refund_intents`,
  );
  await pool.query(
    `insert into approval_requests (id, kind, service_address, transaction_id, reference, requested_by, requested_role,
       requested_at, expires_at, state, row_count, decided_at)
     select id, 'refund', 'http://service', transaction_id, reference, requested_by, 'finance', requested_at,
       requested_at + interval '1 hour', 'EXPIRED', 1, requested_at + interval '1 hour'
     from refund_intents`,
  );
  await pool.query(
    "insert into approval_reservations select id, transaction_id, amount_paise from refund_intents",
  );
  await pool.query(
    `insert into bulk_runs (id, kind, service_address, content_hash, row_count, created_by, created_at, state)
     values ($1, 'refund', 'http://service', 'hash', 5000, $2, now(), 'checked')`,
    [RUN, PERSON],
  );
  await fill(
    `insert into bulk_rows (id, run_id, position, line, reference, transaction_id, fingerprint, state)
     select gen_random_uuid(), $2::uuid, n, n, 'ORDER-' || n, 'TXN' || n, 'print-' || n, 'done'
     from generate_series(1, $1::integer) n`,
    [RUN],
  );
  await pool.query(
    `insert into ended_forms (intent_id, transaction_id, reference, amount_paise, requested_by_id, outcome, ended_at)
     select id, transaction_id, reference, amount_paise, requested_by, '{}', requested_at from refund_intents`,
  );
  await fill(
    `insert into sessions (id, person_id, created_at, expires_at)
     select gen_random_uuid(), $2::uuid, now(), now() + interval '1 hour' from generate_series(1, $1::integer)`,
    [PERSON],
  );
  await vacuumAnalyze(pool, GROWING);
}, FILLING_LIMIT_MS);
afterAll(() => database.drop());

const AT = new Date("2026-11-22T00:00:00Z");
const ID = randomUUID();
const REFUND = { serviceAddress: "http://service", refundId: "RFD7" };
const SEEN = { status: "SUCCESS", gatewayRefundId: null, completedAt: AT } as const;

const INTENT = {
  id: ID,
  transactionId: "TXN7",
  reference: "ORDER-7",
  serviceAddress: "http://service",
  amountPaise: 100n,
  currency: "INR",
  reason: null,
  reasonCode: null,
  requestedById: PERSON,
  requestedAt: AT,
  approvalId: null,
  gateway: null,
  isTest: false,
  separateFrom: [],
};

const STATEMENTS: Record<string, (db: Db) => Promise<unknown>> = {
  "who a session belongs to": (db) => findSessionPerson(db, ID, AT),
  "a session's last use": (db) => touchSession(db, ID, { at: AT, expiresAt: AT }),
  "a payment's ledger": (db) => readLedger(db, "TXN7"),
  "a payment's ledger, locked": (db) => lockLedger(db, "TXN7"),
  "an intent": (db) => findIntent(db, ID),
  "the intent of a refund": (db) => findIntentByRefund(db, "http://service", "RFD7"),
  "the intents of a payment": (db) => listIntentsOfPayment(db, "TXN7"),
  "an intent that is sent": (db) => startSending(db, ID, AT),
  "the answer to an intent": (db) =>
    resolveIntent(db, ID, { state: "ACCEPTED", refundId: "RFD7", refundStatus: "INITIATED" }, AT),
  "the status of an intent's refund": (db) => recordRefundStatus(db, { ...REFUND, ...SEEN, checkedAt: AT }),
  "that a failed refund was paid later": (db) =>
    recordLateSuccess(db, { serviceAddress: REFUND.serviceAddress, refundIds: [REFUND.refundId], at: AT }),
  "a refund that is followed": (db) => findTracked(db, REFUND),
  "the right to ask for it": (db) =>
    claimCheck(db, REFUND, { at: AT, forMs: 1_000, isWanted: true, notPolledSince: AT, notPolledAfter: AT }),
  "what was reported of it": (db) =>
    storeCheck(db, REFUND, {
      claimedUntil: AT,
      at: AT,
      seen: SEEN,
      currency: "INR",
      serviceError: null,
      nextCheckAt: null,
      dueInMs: null,
    }),
  "that somebody looks at it": (db) => recordViewed(db, REFUND, { at: AT, until: AT, nextCheckAt: AT }),
  "how many are followed": (db) => countPending(db, 100_000),
  "what a refund may be a duplicate of": (db) =>
    findDuplicateRefunds(db, { transactionId: "TXN7", amountPaise: 100n, but: ID }),
  "what is held of a payment": (db) => sumHeld(db, "TXN7", [ID]),
  "what needs attention of a payment": (db) =>
    listWorkOfPayment(db, AT, "http://service", { transactionId: "TXN7", kinds: WORK_KIND_NAMES }),
  "what needs attention of a refund": (db) =>
    listWorkOfRefund(db, AT, "http://service", { refundId: "RFD7", kinds: WORK_KIND_NAMES }),
  "an approval": (db) => findApproval(db, ID),
  "the approval of a run": (db) => findApprovalOfRun(db, RUN),
  "how many approvals wait": (db) => countWaiting(db),
  "a form that has ended": (db) => findEndedForm(db, ID),
  "another use of a form's id": (db) => isUsedByOther(db, ID, "refund"),
  "the next row of a run": (db) => claimBulkRow(db, RUN, { at: AT, forMs: 1_000 }),
  "the rows of a run that are still to be sent": (db) => listRowsToApprove(db, RUN),
  "the rows of a run that is stopped": (db) => stopReadyBulkRows(db, RUN),
  "an intent that is given up": (db) => giveUpRecorded(db, ID, AT),
  "an intent of unknown outcome": (db) => markUnknown(db, ID, 0),
  "an intent that begins anew": (db) => reopenIntent(db, INTENT, 0),
  "an unknown outcome in hand": (db) => claimUnknown(db, ID, 1_000),
  "the end of an approval": (db) =>
    endApproval(db, ID, { state: "EXPIRED", at: AT, decidedById: null, note: null }),
  "a row that waits for another turn": (db) =>
    putBackBulkRow(db, { id: ID, claimedTimes: 1 }, { notBefore: null, isCounted: true, outcomeOpen: false }),
  "that the refund of a row is paid": (db) => noteRefundedRow(db, REFUND),
  "the end of a row": (db) => endBulkRow(db, { id: ID, claimedTimes: 1 }, { state: "done" }),
};

/** Too rare to be prepared statements. */
const SELDOM = [
  "an intent that is given up",
  "an intent of unknown outcome",
  "an intent that begins anew",
  "an unknown outcome in hand",
  "the end of an approval",
  "a row that waits for another turn",
  "the rows of a run that is stopped",
];

/** Statements about everything open, or in progress at this moment, that read no more than that. */
const OPEN_READ: Record<string, string[]> = {
  "how many are followed": ["tracked_refunds_open"],
  "how many approvals wait": ["approval_requests_waiting"],
  "the next row of a run": ["bulk_rows_sending"],
  // The number in the navigation reads as many.
  "what needs attention of a payment": [
    "refund_intents_unsettled",
    "finding_work_open",
    "approval_requests_waiting",
  ],
  "what needs attention of a refund": ["refund_intents_unsettled"],
};

test.each(Object.entries(STATEMENTS))("%s: by an index, however much there is", async (name, send) => {
  const sent = await sentBy(send);
  expect(sent.length).toBeGreaterThan(0);
  for (const statement of sent) {
    if (!SELDOM.includes(name)) expect(statement.isPrepared, statement.text).toBe(true);
    const plan = await planOf(database.pool, statement);
    expect(plan.length).toBeGreaterThan(0);
    expect(walksIn(plan, GROWING), statement.text).toEqual(OPEN_READ[name] ?? []);
  }
});
