import type { EndpointEvent, WebhookDisabledReason } from "@/lib/contract/webhook-constants";
import { type Db, prepared } from "@/server/platform/pool";
import type { EndpointHealth, WebhookEndpoint } from "../../domain/webhooks/webhook-endpoint";

type EndpointRow = {
  merchant_id: number;
  id: string;
  url: string;
  description: string;
  events: EndpointEvent[];
  enabled: boolean;
  disabled_reason: WebhookDisabledReason | null;
  disabled_at: Date | null;
  previous_secret_expires_at: Date | null;
  consecutive_failures: number;
  failing_since: Date | null;
  held_until: Date | null;
  last_success_at: Date | null;
  created_at: Date;
};

const COLUMNS = `merchant_id, id, url, description, events, enabled, disabled_reason, disabled_at,
  previous_secret_expires_at, consecutive_failures, failing_since, held_until, last_success_at, created_at`;

function fromRow(row: EndpointRow): WebhookEndpoint {
  return {
    merchantId: row.merchant_id,
    id: row.id,
    url: row.url,
    description: row.description,
    events: row.events,
    enabled: row.enabled,
    disabledReason: row.disabled_reason,
    disabledAt: row.disabled_at,
    previousSecretExpiresAt: row.previous_secret_expires_at,
    consecutiveFailures: row.consecutive_failures,
    failingSince: row.failing_since,
    heldUntil: row.held_until,
    lastSuccessAt: row.last_success_at,
    createdAt: row.created_at,
  };
}

export async function insertWebhookEndpoint(
  db: Db,
  merchantId: number,
  endpoint: WebhookEndpoint,
  sealedSecret: Buffer,
): Promise<void> {
  await db.query(
    `insert into webhook_endpoints (merchant_id, id, url, description, events, enabled, sealed_secret, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      merchantId,
      endpoint.id,
      endpoint.url,
      endpoint.description,
      endpoint.events,
      endpoint.enabled,
      sealedSecret,
      endpoint.createdAt,
    ],
  );
}

/** Every endpoint of a merchant, oldest first; there are at most `MAX_ENDPOINTS`. */
export async function listWebhookEndpoints(db: Db, merchantId: number): Promise<WebhookEndpoint[]> {
  const { rows } = await db.query<EndpointRow>(
    `select ${COLUMNS} from webhook_endpoints where merchant_id = $1 order by created_at, id`,
    [merchantId],
  );
  return rows.map(fromRow);
}

const LOCK_ENDPOINT = prepared(
  `select ${COLUMNS} from webhook_endpoints where merchant_id = $1 and id = $2 for no key update`,
);

/** Locks one endpoint until the transaction ends: its settings, health and deliveries are changed under this lock. */
export async function lockWebhookEndpoint(
  db: Db,
  merchantId: number,
  id: string,
): Promise<WebhookEndpoint | null> {
  const { rows } = await db.query<EndpointRow>({ ...LOCK_ENDPOINT, values: [merchantId, id] });
  return rows[0] === undefined ? null : fromRow(rows[0]);
}

const LOCK_TO_SEND = prepared(
  `select ${COLUMNS}, sealed_secret, case when previous_secret_expires_at > $3 then previous_sealed_secret end as previous_secret
   from webhook_endpoints where merchant_id = $1 and id = $2 for no key update`,
);
type SendingRow = EndpointRow & { sealed_secret: Buffer; previous_secret: Buffer | null };

/** Locks as `lockWebhookEndpoint` does, and returns the secrets that sign at `now`, newest first. */
export async function lockEndpointToSend(
  db: Db,
  merchantId: number,
  id: string,
  now: Date,
): Promise<{ endpoint: WebhookEndpoint; sealedSecrets: readonly Buffer[] } | null> {
  const { rows } = await db.query<SendingRow>({ ...LOCK_TO_SEND, values: [merchantId, id, now] });
  const [row] = rows;
  if (row === undefined) return null;
  const { sealed_secret: current, previous_secret: previous } = row;
  return { endpoint: fromRow(row), sealedSecrets: previous === null ? [current] : [current, previous] };
}

/** Saves everything of an endpoint except its secrets. The caller holds the row lock. */
export async function saveWebhookEndpoint(
  db: Db,
  merchantId: number,
  endpoint: WebhookEndpoint,
): Promise<void> {
  await db.query(
    `update webhook_endpoints set url = $3, description = $4, events = $5, enabled = $6, disabled_reason = $7,
       disabled_at = $8, consecutive_failures = $9, failing_since = $10, held_until = $11, last_success_at = $12
     where merchant_id = $1 and id = $2`,
    [
      merchantId,
      endpoint.id,
      endpoint.url,
      endpoint.description,
      endpoint.events,
      endpoint.enabled,
      endpoint.disabledReason,
      endpoint.disabledAt,
      endpoint.consecutiveFailures,
      endpoint.failingSince,
      endpoint.heldUntil,
      endpoint.lastSuccessAt,
    ],
  );
}

export async function saveWebhookHealth(
  db: Db,
  merchantId: number,
  id: string,
  health: EndpointHealth,
): Promise<void> {
  await db.query(
    `update webhook_endpoints
     set consecutive_failures = $3, failing_since = $4, held_until = $5, last_success_at = $6
     where merchant_id = $1 and id = $2`,
    [merchantId, id, health.consecutiveFailures, health.failingSince, health.heldUntil, health.lastSuccessAt],
  );
}

/** True when it existed. Its past deliveries stay in the log. */
export async function deleteWebhookEndpoint(db: Db, merchantId: number, id: string): Promise<boolean> {
  const deleted = await db.query(`delete from webhook_endpoints where merchant_id = $1 and id = $2`, [
    merchantId,
    id,
  ]);
  return deleted.rowCount === 1;
}

/**
 * Puts a new secret in force; the current one keeps signing until `previousExpiresAt`. The caller holds the row lock.
 */
export async function rotateSealedSecret(
  db: Db,
  merchantId: number,
  id: string,
  rotation: { sealedSecret: Buffer; previousExpiresAt: Date },
): Promise<void> {
  await db.query(
    `update webhook_endpoints set previous_sealed_secret = sealed_secret, previous_secret_expires_at = $4,
       sealed_secret = $3
     where merchant_id = $1 and id = $2`,
    [merchantId, id, rotation.sealedSecret, rotation.previousExpiresAt],
  );
}
