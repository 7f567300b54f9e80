import type { ActionNotDone } from "../ops-outcomes";

/**
 * How long a request waits for a second person (0315); the service keeps an account that is not used for a day, too.
 */
export const ACCOUNT_REQUEST_HOURS = 24;

/** A request to put an account at a vendor in use, which waits for a second person. */
export type AccountRequestView = {
  id: string;
  gateway: string;
  account: number;
  hint: string;
  isLive: boolean;
  requestedBy: string;
  requestedAt: string;
  expiresAt: string;
  /** The request is the viewer's own, and the viewer cannot confirm it. */
  isOwn: boolean;
  /** Confirmed, and the service's response is missing. */
  isSending: boolean;
};

export type AccountRequestOutcome =
  | { kind: "done" }
  /** Nobody confirms their own. */
  | { kind: "own" }
  | { kind: "not_own" }
  | { kind: "closed" }
  | { kind: "expired" }
  /** Who requested it may no longer do so. */
  | { kind: "requester_lost" }
  | ActionNotDone;
