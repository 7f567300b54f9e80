/** What the audit screen is handed. Times are ISO 8601 in UTC, positions texts: they are 64-bit. */

export type AuditFilter = {
  /** The beginning of an e-mail, or "system". */
  person: string;
  action: string;
  /** The id of what was done to, as subject or in the detail: a transaction, a reference, a refund, a person. */
  subject: string;
  from: string;
  until: string;
};

export type AuditFilterField = keyof AuditFilter;

export type AuditEntryView = {
  position: string;
  at: string;
  actorEmail: string;
  isSystem: boolean;
  action: string;
  subject: { kind: string; id: string };
  detail: readonly { name: string; value: string }[];
  requestId: string | null;
};

export type AuditListView = {
  entries: AuditEntryView[];
  nextCursor: string | null;
  /** Fields of the filter that cannot be read; they are left out of it. */
  faults: readonly AuditFilterField[];
  /** Every action that stands in the log, for the choice of one. */
  actions: string[];
};

export type AuditVerdict = "whole" | "altered" | "missing" | "wrong_end";

export type AuditVerificationView = {
  requestedAt: string;
  newestRows: number | null;
  /** Null while it runs. */
  finished: { at: string; verdict: AuditVerdict; position: string; expectedPosition: string | null } | null;
};

export type AuditStateView = {
  head: { position: string; hash: string };
  latest: AuditVerificationView | null;
};

export type VerifyAuditOutcome =
  | { kind: "started" }
  /** One is under way. */
  | { kind: "running" }
  | { kind: "forbidden" }
  | { kind: "signed_out" };
