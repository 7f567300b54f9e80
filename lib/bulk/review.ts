import type { BulkRowView, BulkTotal } from ".";

/** What an approver sees of a bulk run: the rows of the request, and what is unusual among them. */
export type BulkReview = {
  rowCount: number;
  paymentCount: number;
  totals: (BulkTotal & { rows: number })[];
  /** The largest rows of each currency. */
  largest: BulkRowView[];
  reasons: Listed<BulkReasonView>;
  /** Payments with several rows, the largest sum first. */
  samePayment: Listed<SamePaymentView>;
  /** Likely duplicates that a person confirmed, in the order of the file. */
  confirmed: Listed<BulkRowView>;
  leftOut: BulkLeftOut;
  rows: BulkRowView[];
  /** The position to continue after; null on the last page. */
  next: number | null;
};

/** The first entries of a list, and how many it has. */
export type Listed<Entry> = { entries: Entry[]; count: number };

/** `reason` is null for rows without one. */
export type BulkReasonView = {
  reason: string | null;
  rows: number;
  totals: { currency: string; amount: string }[];
};

export type SamePaymentView = {
  transactionId: string;
  reference: string;
  rows: number;
  /** The first lines of the file. */
  lines: number[];
  amount: string;
  currency: string;
};

/** Rows of the file that the request does not cover: nothing is sent for them. */
export type BulkLeftOut = {
  /** Rows that are the same as another row of the file. */
  duplicates: number;
  /** Likely duplicates that nobody confirmed. */
  likelyDuplicates: number;
  problems: number;
};
