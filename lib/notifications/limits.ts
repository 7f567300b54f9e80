/** The limits from which on people are notified. */
export type NotificationLimits = {
  /** More unpaid payments than this are too many. */
  stuckPayments: number;
  /** How many percentage points a gateway's success rate is lower than usual. */
  successRatePoints: number;
  /** A refund is late after so many hours where it is not known what is usual. */
  lateRefundHours: number;
};
export type NotificationLimit = keyof NotificationLimits;

export const LIMIT_RANGES: Readonly<Record<NotificationLimit, { min: number; max: number }>> = {
  stuckPayments: { min: 0, max: 199 },
  successRatePoints: { min: 1, max: 100 },
  lateRefundHours: { min: 1, max: 720 },
};
export const NOTIFICATION_LIMITS = Object.keys(LIMIT_RANGES) as NotificationLimit[];

export type NotificationLimitsView = {
  limits: NotificationLimits;
  /** The limits of the installation, which are in force while the account has none of its own. */
  defaults: NotificationLimits;
  /** 0 while the account has none of its own. */
  version: number;
  changedBy: { name: string; at: string } | null;
};

export type LimitsOutcome =
  | { kind: "saved" | "forbidden" | "signed_out" }
  /** Somebody else saved first; nothing was saved. */
  | { kind: "changed" }
  | { kind: "invalid"; field: NotificationLimit | "form" };
