import type { ApprovalState } from "@/lib/approvals/approval-views";
import { checkedOnRow } from "@/server/platform/checked-on-row";
import { type Db, prepared } from "@/server/platform/pool";
import { jobOrigin } from "@/server/platform/run-job";
import { dueApprovals } from "../../jobs/due-tables";
import type { Approval, ApprovalRole, ApprovalSubject, EvaluatedTotal } from "../domain/approval";

type Row = Omit<Approval, "totals" | "kind"> & {
  kind: "refund" | "bulk";
  transactionId: string | null;
  reference: string | null;
  reason: string | null;
  reasonCode: string | null;
  runId: string | null;
  runName: string | null;
  /** Amounts are strings in JSON: a JSON number could lose digits. */
  totals: { currency: string; amount: string; threshold: string | null; counted: string }[];
};

const SELECT = `
  select a.id, a.kind, a.service_address as "serviceAddress", a.transaction_id as "transactionId", a.reference,
    a.reason, a.reason_code as "reasonCode", a.run_id as "runId", a.run_name as "runName", a.row_count as "rowCount", a.is_test as "isTest",
    a.requested_by as "requestedById", r.name as "requestedByName", a.requested_role as "requestedRole",
    a.requested_role_name as "requestedRoleName",
    q.id as "requestId", q.requested_by as "requestOwnerId", o.name as "requestOwnerName",
    a.requested_at as "requestedAt", a.expires_at as "expiresAt", a.state, d.name as "decidedByName",
    a.decided_at as "decidedAt", a.note, a.obstacle, a.obstacle_left_paise as "obstacleLeftPaise",
    (select json_agg(json_build_object('currency', t.currency, 'amount', t.amount_paise::text,
       'threshold', t.threshold_paise::text, 'counted', t.counted_paise::text) order by t.currency)
     from approval_totals t where t.approval_id = a.id) as totals
  from approval_requests a
  join people r on r.id = a.requested_by
  left join people d on d.id = a.decided_by
  left join refund_requests q on q.intent_id = a.id
  left join people o on o.id = q.requested_by`;

const FIND_APPROVAL = prepared(`${SELECT} where a.id = $1`);

export async function findApproval(db: Db, approvalId: string): Promise<Approval | null> {
  const { rows } = await db.query<Row>({ ...FIND_APPROVAL, values: [approvalId] });
  return rows[0] === undefined ? null : approvalOf(rows[0]);
}

/** Locks the request's row: of two people who decide, the second waits and then sees the first decision. */
export async function lockApproval(db: Db, approvalId: string): Promise<Approval | null> {
  const { rows } = await db.query<Row>(`${SELECT} where a.id = $1 for update of a`, [approvalId]);
  return rows[0] === undefined ? null : approvalOf(rows[0]);
}

const FIND_APPROVAL_OF_RUN = prepared(
  `${SELECT} where a.run_id = $1
   order by a.state in ('WAITING', 'APPROVED') desc, a.requested_at desc, a.id desc limit 1`,
);

/**
 * The valid request of a bulk run: the one that waits or was approved, of which a run has one at most, else the newest. The
 * clock of another process may have made a later one look older.
 */
export async function findApprovalOfRun(db: Db, runId: string): Promise<Approval | null> {
  const { rows } = await db.query<Row>({ ...FIND_APPROVAL_OF_RUN, values: [runId] });
  return rows[0] === undefined ? null : approvalOf(rows[0]);
}

/** Every request that was made for a bulk run. */
export async function listApprovalIdsOfRun(db: Db, runId: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>("select id from approval_requests where run_id = $1", [
    runId,
  ]);
  return rows.map(({ id }) => id);
}

export type ApprovalPosition = { at: Date; id: string };

/** Waiting requests, oldest first: they expire first. */
export async function listWaitingApprovals(
  db: Db,
  options: { after: ApprovalPosition | null; limit: number },
): Promise<Approval[]> {
  const { rows } = await db.query<Row>(
    `${SELECT} where a.state = 'WAITING'
       and ($1::timestamptz is null or (a.requested_at, a.id) > ($1, $2::uuid))
     order by a.requested_at, a.id limit $3`,
    [options.after?.at ?? null, options.after?.id ?? null, options.limit],
  );
  return rows.map(approvalOf);
}

/** Ended requests, last decided first. */
export async function listDecidedApprovals(
  db: Db,
  options: { after: ApprovalPosition | null; limit: number },
): Promise<Approval[]> {
  const { rows } = await db.query<Row>(
    `${SELECT} where a.state <> 'WAITING'
       and ($1::timestamptz is null or (a.decided_at, a.id) < ($1, $2::uuid))
     order by a.decided_at desc, a.id desc limit $3`,
    [options.after?.at ?? null, options.after?.id ?? null, options.limit],
  );
  return rows.map(approvalOf);
}

/** The requests of one person, newest first. */
export async function listApprovalsOf(
  db: Db,
  personId: string,
  options: { after: ApprovalPosition | null; limit: number },
): Promise<Approval[]> {
  const { rows } = await db.query<Row>(
    `${SELECT} where a.requested_by = $4
       and ($1::timestamptz is null or (a.requested_at, a.id) < ($1, $2::uuid))
     order by a.requested_at desc, a.id desc limit $3`,
    [options.after?.at ?? null, options.after?.id ?? null, options.limit, personId],
  );
  return rows.map(approvalOf);
}

/** The number of bulk run rows of test payments, by request; requests without any are left out. */
export async function countTestRows(
  db: Db,
  approvalIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (approvalIds.length === 0) return new Map();
  const { rows } = await db.query<{ id: string; rows: number }>(
    `select a.id, count(*)::integer as rows
     from approval_requests a
     join bulk_rows b on b.run_id = a.run_id and b.is_test
       and b.state not in ('unchecked', 'problem', 'likely_duplicate', 'skipped')
     join approval_reservations v on v.approval_id = a.id and v.transaction_id = b.transaction_id
     where a.id = any($1::uuid[]) group by a.id`,
    [approvalIds],
  );
  return new Map(rows.map(({ id, rows: count }) => [id, count]));
}

const COUNT_WAITING = prepared(`select count(*)::integer as waiting from approval_requests
     where state = 'WAITING' and ($1::uuid is null or requested_by <> $1)`);

/** The number of waiting requests; `notOf` leaves out a person's own, which they cannot decide. */
export async function countWaiting(db: Db, options: { notOf?: string } = {}): Promise<number> {
  const { rows } = await db.query<{ waiting: number }>({ ...COUNT_WAITING, values: [options.notOf ?? null] });
  return rows[0]?.waiting ?? 0;
}

const SUM_WAITING = prepared(
  `select count(*)::int as waiting,
     coalesce(greatest(extract(epoch from $1::timestamptz - min(requested_at)), 0), 0)::float8 as "oldestSeconds"
   from approval_requests where state = 'WAITING'`,
);

/** All waiting requests, and how long ago the oldest was made; 0 when there is none. */
export async function sumWaitingApprovals(
  db: Db,
  now: Date,
): Promise<{ waiting: number; oldestSeconds: number }> {
  const { rows } = await db.query<{ waiting: number; oldestSeconds: number }>({
    ...SUM_WAITING,
    values: [now],
  });
  return rows[0] ?? { waiting: 0, oldestSeconds: 0 };
}

type NewApproval = {
  id: string;
  subject: ApprovalSubject;
  serviceAddress: string;
  requestedById: string;
  requestedRole: ApprovalRole;
  requestedRoleName: string | null;
  requestedAt: Date;
  expiresAt: Date;
  rowCount: number;
  isTest: boolean;
  totals: readonly EvaluatedTotal[];
  /** One entry per payment. */
  reservations: readonly { transactionId: string; amountPaise: bigint }[];
};

/** Stores a request as WAITING; false when its id or its run already has one. */
export async function insertApproval(db: Db, approval: NewApproval): Promise<boolean> {
  const { subject } = approval;
  const refund = subject.kind === "refund" ? subject : null;
  const bulk = subject.kind === "bulk" ? subject : null;
  const { rowCount } = await db.query(
    `insert into approval_requests (id, kind, service_address, transaction_id, reference, reason, run_id, run_name,
       row_count, requested_by, requested_role, requested_at, expires_at, is_test, reason_code, requested_role_name, state,
       due_at, origin)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, 'WAITING',
       now() + ($13::timestamptz - $12::timestamptz), $17) on conflict do nothing`,
    [
      approval.id,
      subject.kind,
      approval.serviceAddress,
      refund?.transactionId ?? null,
      refund?.reference ?? null,
      refund?.reason ?? null,
      bulk?.runId ?? null,
      bulk?.runName ?? null,
      approval.rowCount,
      approval.requestedById,
      approval.requestedRole,
      approval.requestedAt,
      approval.expiresAt,
      approval.isTest,
      refund?.reasonCode ?? null,
      approval.requestedRoleName,
      jobOrigin(),
    ],
  );
  if (rowCount !== 1) return false;
  for (const total of approval.totals) {
    await db.query(
      `insert into approval_totals (approval_id, currency, amount_paise, threshold_paise, counted_paise)
       values ($1, $2, $3, $4, $5)`,
      [approval.id, total.currency, total.amountPaise, total.thresholdPaise, total.countedPaise],
    );
  }
  await db.query(
    `insert into approval_reservations (approval_id, transaction_id, amount_paise)
     select $1, * from unnest($2::text[], $3::bigint[])`,
    [
      approval.id,
      approval.reservations.map(({ transactionId }) => transactionId),
      approval.reservations.map(({ amountPaise }) => amountPaise.toString()),
    ],
  );
  return true;
}

export type ApprovalEnd = {
  state: Exclude<ApprovalState, "WAITING">;
  at: Date;
  /** Null when it expired, or was withdrawn for its bulk run and not by its requester. */
  decidedById: string | null;
  note: string | null;
  obstacle?: Approval["obstacle"];
  obstacleLeftPaise?: bigint | null;
};

/** Ends a waiting request, of which a bulk run is to know; false, and nothing written, when it does not wait any more. */
export async function endApproval(db: Db, approvalId: string, end: ApprovalEnd): Promise<boolean> {
  const { rowCount } = await db.query(
    `update approval_requests
     set state = $2, decided_at = $3, decided_by = $4, note = $5, obstacle = $6, obstacle_left_paise = $7,
       due_at = case when kind = 'bulk' then now() end, origin = $8
     where id = $1 and ${checkedOnRow("state = 'WAITING'")}`,
    [
      approvalId,
      end.state,
      end.at,
      end.decidedById,
      end.note,
      end.obstacle ?? null,
      end.obstacleLeftPaise ?? null,
      jobOrigin(),
    ],
  );
  dueApprovals.areDue(db);
  return rowCount === 1;
}

function approvalOf(row: Row): Approval {
  const { kind, transactionId, reference, reason, reasonCode, runId, runName, totals, ...rest } = row;
  const shared = {
    ...rest,
    totals: totals.map(({ currency, amount, threshold, counted }) => ({
      currency,
      amountPaise: BigInt(amount),
      thresholdPaise: threshold === null ? null : BigInt(threshold),
      countedPaise: BigInt(counted),
    })),
  };
  // Constraints of the table guarantee the subject of both kinds.
  return kind === "refund"
    ? { ...shared, kind, transactionId: transactionId ?? "", reference: reference ?? "", reason, reasonCode }
    : { ...shared, kind, runId: runId ?? "", runName };
}
