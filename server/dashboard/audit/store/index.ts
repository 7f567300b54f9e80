/** What other subjects may use of the store of audit. */
export {
  type AuditAction,
  type AuditActor,
  type AuditEntry,
  type AuditSubject,
  type ServiceAction,
  recordAudit,
} from "./record-audit";
