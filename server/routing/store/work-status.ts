import { type Db, prepared } from "@/server/platform/pool";
import { STRUGGLING_FROM_FAILURES } from "../domain/webhooks/webhook-endpoint";

type WorkStatus = {
  hasWorkers: boolean;
  /** When a worker last renewed its lease; null when there never was one. */
  workerSeenAt: Date | null;
  /** The time for which the oldest due job was planned; null when none is due. */
  jobDueSince: Date | null;
  /** The same of webhooks, except those of endpoints that keep failing: their delay is not the service's. */
  webhookDueSince: Date | null;
};

const READ_WORK_STATUS = prepared(`select
    coalesce(max(seen_at) > now() - interval '10 seconds', false) as "hasWorkers",
    max(seen_at) as "workerSeenAt",
    (select min(run_at) from graphile_worker.jobs
     where locked_at is null and attempts < max_attempts and run_at <= now()) as "jobDueSince",
    (select min(d.next_attempt_at) from webhook_deliveries d
     join webhook_endpoints e on e.merchant_id = d.merchant_id and e.id = d.endpoint_id
     where d.status = 'WAITING' and d.next_attempt_at <= now()
       and e.consecutive_failures < $1) as "webhookDueSince"
  from job_worker_leases`);

const NOTHING: WorkStatus = {
  hasWorkers: false,
  workerSeenAt: null,
  jobDueSince: null,
  webhookDueSince: null,
};

/** Reads unfinished work only, by partial indexes. */
export async function readWorkStatus(db: Db): Promise<WorkStatus> {
  const { rows } = await db.query<WorkStatus>({ ...READ_WORK_STATUS, values: [STRUGGLING_FROM_FAILURES] });
  return rows[0] ?? NOTHING;
}
