/** Exports of the audit store for other subjects. */
export {
  type AuditAction,
  type AuditActor,
  type AuditEntry,
  type AuditSubject,
  type ServiceAction,
  recordAudit,
} from "./record-audit";
