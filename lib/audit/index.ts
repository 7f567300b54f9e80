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

/** A person by name; the e-mail as recorded. Null: Paydeck itself. */
export type AuditPerson = { name: string; email: string } | null;

/** One record of the log. */
export type AuditStepView = {
  position: string;
  at: string;
  person: AuditPerson;
  action: string;
  subject: { kind: string; id: string };
  /** Amounts are formatted. */
  detail: readonly { name: string; value: string }[];
  requestId: string | null;
  /** Hexadecimal digits. */
  hash: string;
};

/** One action, with all records of it. */
export type AuditEntryView = {
  /** The position of the record that represents it in the list. */
  position: string;
  /** When it began. */
  at: string;
  person: AuditPerson;
  /** The name of its first record. */
  action: string;
  /** The kind of action, if it has several records. */
  family: string | null;
  /** Null while none is recorded, and for an action of one record. */
  outcome: { action: string; at: string; isLater: boolean } | null;
  subject: { kind: string; id: string; name: string | null };
  payment: { transactionId: string | null; reference: string | null } | null;
  /** The bulk run that it is about, or a part of. */
  run: { id: string; name: BulkRunName } | null;
  /** The amount as people read it: "₹1,971.50". */
  amount: string | null;
  /** What else people want to know at once; ids are among the steps. */
  facts: readonly { name: string; value: string }[];
  steps: readonly AuditStepView[];
  /** Records of a run's rows that are not among the steps; exports have them. */
  notListed: number;
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
