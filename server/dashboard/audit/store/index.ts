/** Exports of the audit store for other subjects. */
export { listAccountRecords } from "./account-records";
export { hasBegun } from "./interrupted-actions";
export {
  type AuditAction,
  type AuditActor,
  type AuditDetail,
  type AuditEntry,
  type AuditSubject,
  recordAudit,
} from "./record-audit";
export type { ServiceAction } from "../domain/audit-families";
