import type { Db } from "@/server/platform/pool";

export type AccountRequestState =
  | "WAITING"
  | "CONFIRMING"
  | "CONFIRMED"
  | "DECLINED"
  | "WITHDRAWN"
  | "REFUSED"
  | "EXPIRED";

export type AccountRequest = {
  id: string;
  serviceAddress: string;
  gateway: string;
  account: number;
  /** The revision of the credentials that were requested. */
  revision: number;
  hint: string;
  isLive: boolean;
  replaces: number | null;
  requestedById: string;
  requestedByName: string;
  requestedAt: Date;
  expiresAt: Date;
  state: AccountRequestState;
  decidedAt: Date | null;
};

const SELECT = `
  select r.id, r.service_address as "serviceAddress", r.gateway, r.account, r.revision, r.hint, r.is_live as "isLive",
    r.replaces, r.requested_by as "requestedById", p.name as "requestedByName", r.requested_at as "requestedAt",
    r.expires_at as "expiresAt", r.state, r.decided_at as "decidedAt"
  from gateway_account_requests r join people p on p.id = r.requested_by`;

type NewAccountRequest = Omit<AccountRequest, "requestedByName" | "state" | "decidedAt">;

/** False when another one of the vendor waits. */
export async function insertAccountRequest(db: Db, request: NewAccountRequest): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into gateway_account_requests (id, service_address, gateway, account, revision, hint, is_live, replaces,
       requested_by, requested_at, expires_at, state)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'WAITING') on conflict do nothing`,
    [
      request.id,
      request.serviceAddress,
      request.gateway,
      request.account,
      request.revision,
      request.hint,
      request.isLive,
      request.replaces,
      request.requestedById,
      request.requestedAt,
      request.expiresAt,
    ],
  );
  return rowCount === 1;
}

/** Locks it: of two people who decide, the second waits and then sees what the first did. */
export async function lockAccountRequest(db: Db, id: string): Promise<AccountRequest | null> {
  const { rows } = await db.query<AccountRequest>(`${SELECT} where r.id = $1 for update of r`, [id]);
  return rows[0] ?? null;
}

/** What waits at a service, one for each vendor at most. */
export async function listOpenRequests(db: Db, serviceAddress: string): Promise<AccountRequest[]> {
  const { rows } = await db.query<AccountRequest>(
    `${SELECT} where r.service_address = $1 and r.state in ('WAITING', 'CONFIRMING') order by r.requested_at`,
    [serviceAddress],
  );
  return rows;
}

/** The caller holds the lock. */
export async function decideAccountRequest(
  db: Db,
  id: string,
  decision: { state: "CONFIRMING" | "DECLINED" | "WITHDRAWN"; byId: string; at: Date },
): Promise<void> {
  await db.query(
    "update gateway_account_requests set state = $2, decided_by = $3, decided_at = $4 where id = $1",
    [id, decision.state, decision.byId, decision.at],
  );
}

/**
 * Moves the decision's time forward when its call is sent again, so that the call before can no longer undo it. The
 * caller holds the lock.
 */
export async function repeatDecision(db: Db, id: string, at: Date): Promise<void> {
  await db.query(
    `update gateway_account_requests set decided_at = greatest($2, decided_at + interval '1 millisecond') where id = $1`,
    [id, at],
  );
}

/** A confirmation that was not sent: the request waits again, unless somebody has sent it since. */
export async function undoConfirmation(db: Db, id: string, decidedAt: Date): Promise<void> {
  await db.query(
    `update gateway_account_requests set state = 'WAITING', decided_by = null, decided_at = null
     where id = $1 and state = 'CONFIRMING' and decided_at = $2`,
    [id, decidedAt],
  );
}

/** The vendor's accounts were taken out of use: a confirmed request that the service has not answered is over. */
export async function endConfirmingRequest(db: Db, serviceAddress: string, gateway: string): Promise<void> {
  await db.query(
    `update gateway_account_requests set state = 'REFUSED'
     where service_address = $1 and gateway = $2 and state = 'CONFIRMING'`,
    [serviceAddress, gateway],
  );
}

/** The service has answered about a confirmed one, or nobody can confirm it again. False when it has ended already. */
export async function endAccountRequest(
  db: Db,
  id: string,
  state: "CONFIRMED" | "REFUSED" | "EXPIRED",
): Promise<boolean> {
  const { rowCount } = await db.query(
    "update gateway_account_requests set state = $2 where id = $1 and state = 'CONFIRMING'",
    [id, state],
  );
  return rowCount === 1;
}

/** Ends those that nobody has confirmed in time. */
export async function expireAccountRequests(db: Db, at: Date): Promise<AccountRequest[]> {
  const { rows } = await db.query<{ id: string }>(
    `update gateway_account_requests set state = 'EXPIRED' where state = 'WAITING' and expires_at <= $1 returning id`,
    [at],
  );
  if (rows.length === 0) return [];
  const { rows: ended } = await db.query<AccountRequest>(`${SELECT} where r.id = any($1::uuid[])`, [
    rows.map(({ id }) => id),
  ]);
  return ended;
}
