import type { AccountChoice } from "../accounts/account-views";
import type { Role } from "../can";
import type { BoundedCount } from "../overview/overview-views";
import type { FindLinesOutcome, LineResult } from "../payments/lines-view";
import type { Team } from "../queues/work-kinds";
import type { AssignableView, WorkQueueView } from "../queues/work-views";

/** Several accounts on one page (decision 0303). Each is asked for itself; what is shown of one never depends on another. */

/** What an account says about one thing. */
export type Reading<T> =
  | { kind: "read"; value: T }
  /** The viewer's role in this account does not allow it. */
  | { kind: "forbidden" }
  /** Its payment service has no such operation. */
  | { kind: "not_offered" }
  /** Its service or database did not answer, or refused. */
  | { kind: "failed" }
  /** It took longer than the page waits for one account. */
  | { kind: "late" };

export type Sum = { currency: string; amount: string };

export type AccountFigures = {
  /** Paid within the period, by currency. */
  paid: Reading<Sum[]>;
  /** A fraction of 1; null when no payment has ended. */
  rate: Reading<number | null>;
  openRefunds: Reading<number>;
  unknownOutcomes: Reading<number>;
  stuck: Reading<BoundedCount>;
  approvals: Reading<number>;
  requests: Reading<number>;
};

/**
 * What is assigned to the viewer, what each team has, and items of one kind, of whatever team. Only approvals have no assignee
 * and no state (decision 0287).
 */
export const ALL_QUEUES = [
  "mine",
  "support",
  "ops",
  "finance",
  "unknown",
  "approvals",
  "requests",
] as const satisfies readonly ("mine" | Team | "unknown" | "approvals" | "requests")[];
export type AllQueue = (typeof ALL_QUEUES)[number];
export type WorkQueue = Exclude<AllQueue, "approvals">;

/** What every list says about itself. `gap`: why some items are not there, which the payment service lists. */
export type QueueExtent = { hasMore: boolean; gap: "not_offered" | "failed" | null };

/** The first page of the items of a queue. `people`: to whom they may be assigned. */
export type WorkPage = QueueExtent & Pick<WorkQueueView, "items" | "hidden"> & { people: AssignableView[] };

/** An approval of one account. `href`: without the account's prefix. */
export type ApprovalEntry = {
  id: string;
  /** Null for a bulk run. */
  reference: string | null;
  rows: number;
  money: Sum[];
  isTest: boolean;
  /** ISO 8601; the oldest first. */
  since: string;
  href: string;
};
export type ApprovalPage = QueueExtent & { entries: ApprovalEntry[] };
export type ApprovalReading = Reading<ApprovalPage>;

/** What the lines found in one account, in their order. `unreadable`: its API key does not open. */
export type LinesReading = Reading<readonly LineResult[]> | { kind: "unreadable" };

/** `role`: that of the person in the account; null when the account cannot be read. */
export type AccountRole = { account: AccountChoice; role: Role | null };

/** Each account has its own answer, as soon as it is there: a slow one holds up none. */
export type FindLinesOfAllOutcome =
  | {
      kind: "done";
      lines: readonly string[];
      /** Who searched: what they choose is handed to nobody else. */
      personId: string;
      accounts: readonly (AccountRole & { reading: Promise<LinesReading> })[];
    }
  | Exclude<FindLinesOutcome, { kind: "done" | "forbidden" }>;

/** `reading`: null until the account has answered. */
export type AccountLines = AccountRole & { reading: LinesReading | null };
