import { WORK_KIND_NAMES, WORK_KINDS, type WorkKind } from "@/lib/queues/work-kinds";
import { APPROVAL_WORK } from "../../approvals/store";
import { MANUAL_REFUND_WORK } from "../../manual-refunds/store";
import { CANCELLATION_WORK } from "../../payments/store";
import { FINDING_WORK } from "../../reconciliation/store";
import { REFUND_WORK } from "../../refunds/store";
import { REQUEST_WORK } from "../../requests/store";
import type { WorkSource } from "../domain/work-source";

/** The kinds of `lib/queues/work-kinds.ts` that the dashboard stores; the others are fetched from the service. */
type StoredKind = {
  [Kind in WorkKind]: (typeof WORK_KINDS)[Kind]["isOfService"] extends true ? never : Kind;
}[WorkKind];

/** One entry for each stored kind: how its open items are listed, and why one has left. */
export const SOURCES: Record<StoredKind, WorkSource> = {
  refund: REFUND_WORK,
  request: REQUEST_WORK,
  cancel: CANCELLATION_WORK,
  finding: FINDING_WORK,
  manual_refund: MANUAL_REFUND_WORK,
  approval: APPROVAL_WORK,
};

export const STORED_KINDS = Object.keys(SOURCES) as StoredKind[];
export type ServiceKindName = Exclude<WorkKind, StoredKind>;
export const SERVICE_KINDS = WORK_KIND_NAMES.filter((kind): kind is ServiceKindName => isServiceKind(kind));

export function isServiceKind(kind: WorkKind): kind is ServiceKindName {
  return WORK_KINDS[kind].isOfService;
}
