import { offeredReasons, type ReasonOption } from "@/lib/reasons/reason";
import type { Db } from "@/server/platform/pool";
import { readRefundSettings } from "./refund-settings";
import { listReasons } from "./refund-reasons";

/** What a new refund can choose, in order, and whether it must choose one (decision 0277). */
export type ReasonRules = { reasons: ReasonOption[]; isReasonRequired: boolean };

/** Requires no reason while none is offered, whatever an admin has set. */
export async function readReasonRules(db: Db): Promise<ReasonRules> {
  const [all, settings] = await Promise.all([listReasons(db), readRefundSettings(db)]);
  const reasons = offeredReasons(all);
  return { reasons, isReasonRequired: settings.isReasonRequired && reasons.length > 0 };
}
