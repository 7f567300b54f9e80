import type { BulkRunName } from "../bulk/run-name";

/** The views of the audit screen. Times are ISO 8601 in UTC; positions are 64-bit, so they are strings. */

export type AuditFilter = {
  /** A prefix of an e-mail address, or "system". */
  person: string;
  action: string;
  /** The id of what was acted on, as subject or in the detail: a transaction, a reference, a refund, a person. */
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
  /** `run`: the name of the bulk run that the id is of. */
  subject: { kind: string; id: string; run?: BulkRunName };
  detail: readonly { name: string; value: string; run?: BulkRunName }[];
  requestId: string | null;
};

export type AuditListView = {
  entries: AuditEntryView[];
  nextCursor: string | null;
  /** Filter fields that are invalid; they are ignored. */
  faults: readonly AuditFilterField[];
  /** Every action that occurs in the log, for the filter's options. */
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
  /** Another verification is running. */
  | { kind: "running" }
  | { kind: "forbidden" }
  | { kind: "signed_out" };
