import type { BulkRunName } from "@/lib/bulk/run-name";

/** One record of the log. */
export type AuditRecord = {
  position: bigint;
  at: Date;
  actorId: string | null;
  actorEmail: string;
  action: string;
  subjectKind: string;
  subjectId: string;
  detail: Record<string, unknown>;
  requestId: string | null;
};

/** A record with its hash in the chain, in hexadecimal digits. */
export type AuditStep = AuditRecord & { hash: string };

/** What ids in the log are called on the screens; one that is not known has no name. */
export type AuditNames = {
  people: ReadonlyMap<string, string>;
  runs: ReadonlyMap<string, BulkRunName>;
  /** The merchant reference of a payment that Paydeck refunded or cancelled. */
  references: ReadonlyMap<string, string>;
  /** The webhook endpoints that the service has. */
  endpoints: ReadonlyMap<string, string>;
};
