import { type Db, prepared } from "@/server/platform/pool";
import { type Circuit, CLEAN } from "../../domain/gateways/circuit";

/** The health of a gateway, shared by all processes. The table belongs to the service, not to a merchant. */
export type GatewayHealth = {
  circuit: Circuit;
  lastFailure: { at: Date; message: string } | null;
  /** The database's time of the read: all processes compare times of a circuit by its clock. */
  readAt: Date;
};

type HealthRow = {
  read_at: Date;
  gateway: string;
  state: Circuit["state"];
  failures: Date[];
  openings: number | null;
  opened_at: Date | null;
  next_trial_at: Date | null;
  trial_until: Date | null;
  last_failure_at: Date | null;
  last_failure: string | null;
};
const COLUMNS = `gateway, state, failures, openings, opened_at, next_trial_at, trial_until, last_failure_at, last_failure,
  clock_timestamp() as read_at`;

export const HEALTHY: GatewayHealth = { circuit: CLEAN, lastFailure: null, readAt: new Date(0) };

function fromRow(row: HealthRow): GatewayHealth {
  const lastFailure =
    row.last_failure_at === null || row.last_failure === null
      ? null
      : { at: row.last_failure_at, message: row.last_failure };
  return { circuit: circuitOf(row), lastFailure, readAt: row.read_at };
}

function circuitOf(row: HealthRow): Circuit {
  const { state, openings, opened_at: openedAt, next_trial_at: nextTrialAt, trial_until: trialUntil } = row;
  if (state === "closed") return { state, failures: row.failures };
  // The table's check constraints allow no other row.
  if (openings === null || openedAt === null) throw new Error(`the health of ${row.gateway} is incomplete`);
  if (state === "open" && nextTrialAt !== null) return { state, openings, openedAt, nextTrialAt };
  if (state === "half_open" && trialUntil !== null) return { state, openings, openedAt, trialUntil };
  throw new Error(`the health of ${row.gateway} is incomplete`);
}

const LIST_HEALTH = prepared(
  `select ${COLUMNS} from gateway_health where split_part(gateway, '@', 2) in ('', $1)`,
);

/**
 * The gateways that are not healthy, or recently were not; all others have no row. Those of the environment, and of the
 * merchant's own accounts ("stripe@7"); null for the environment's alone.
 */
export async function listGatewayHealth(
  db: Db,
  merchantId: number | null,
): Promise<Map<string, GatewayHealth>> {
  const { rows } = await db.query<HealthRow>({ ...LIST_HEALTH, values: [String(merchantId ?? "")] });
  return new Map(rows.map((row) => [row.gateway, fromRow(row)]));
}

/** Locks a gateway's row until the transaction ends; inserts it first when there is none. */
export async function lockGatewayHealth(db: Db, gateway: string): Promise<GatewayHealth> {
  await db.query(`insert into gateway_health (gateway, state) values ($1, 'closed') on conflict do nothing`, [
    gateway,
  ]);
  const { rows } = await db.query<HealthRow>(
    `select ${COLUMNS} from gateway_health where gateway = $1 for update`,
    [gateway],
  );
  const row = rows[0];
  if (row === undefined) throw new Error(`the health of ${gateway} vanished`);
  return fromRow(row);
}

/** Saves a change of the circuit. The caller holds the row lock. */
export async function saveGatewayHealth(
  db: Db,
  gateway: string,
  health: Omit<GatewayHealth, "readAt">,
): Promise<void> {
  const { circuit, lastFailure } = health;
  await db.query(
    `update gateway_health set state = $2, failures = $3, openings = $4, opened_at = $5, next_trial_at = $6,
       trial_until = $7, last_failure_at = $8, last_failure = $9
     where gateway = $1`,
    [
      gateway,
      circuit.state,
      circuit.state === "closed" ? circuit.failures : [],
      circuit.state === "closed" ? null : circuit.openings,
      circuit.state === "closed" ? null : circuit.openedAt,
      circuit.state === "open" ? circuit.nextTrialAt : null,
      circuit.state === "half_open" ? circuit.trialUntil : null,
      lastFailure?.at ?? null,
      lastFailure?.message ?? null,
    ],
  );
}
