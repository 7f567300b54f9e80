import type { NotificationLimits } from "@/lib/notifications/limits";
import type { Db } from "@/server/platform/pool";

type StoredLimits = {
  version: number;
  /** Null: those of the installation. */
  limits: NotificationLimits | null;
  changedBy: string;
  changedAt: Date;
};

/** Null while nobody has changed the limits of the account. */
export async function findLimits(db: Db): Promise<StoredLimits | null> {
  const { rows } = await db.query<
    Omit<StoredLimits, "limits"> & { [Key in keyof NotificationLimits]: number | null }
  >(
    `select l.version, l.stuck_payments as "stuckPayments", l.success_rate_points as "successRatePoints",
       l.late_refund_hours as "lateRefundHours", p.name as "changedBy", l.changed_at as "changedAt"
     from notification_limits l join people p on p.id = l.changed_by`,
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { stuckPayments, successRatePoints, lateRefundHours, ...rest } = row;
  const isOwn = stuckPayments !== null && successRatePoints !== null && lateRefundHours !== null;
  return { ...rest, limits: isOwn ? { stuckPayments, successRatePoints, lateRefundHours } : null };
}

/** Saves the version after `version`; false when it is not the one in force. */
export async function putLimits(
  db: Db,
  limits: NotificationLimits | null,
  change: { version: number; changedById: string; changedAt: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into notification_limits as l (version, stuck_payments, success_rate_points, late_refund_hours, changed_by,
       changed_at)
     select $1::integer + 1, $2, $3, $4, $5, $6 where $1 = 0 or exists (select from notification_limits)
     on conflict (only_row) do update set version = excluded.version, stuck_payments = excluded.stuck_payments,
       success_rate_points = excluded.success_rate_points, late_refund_hours = excluded.late_refund_hours,
       changed_by = excluded.changed_by, changed_at = excluded.changed_at
     where l.version = $1`,
    [
      change.version,
      limits?.stuckPayments ?? null,
      limits?.successRatePoints ?? null,
      limits?.lateRefundHours ?? null,
      change.changedById,
      change.changedAt,
    ],
  );
  return rowCount === 1;
}
