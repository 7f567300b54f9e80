type DrawingRow = {
  rowId: string;
  transactionId: string;
  amountPaise: bigint;
  leftPaise: bigint;
  /** A row that is left out uses no balance of the rows below it. */
  draws: boolean;
};

type OverdrawnRow = {
  rowId: string;
  leftPaise: bigint;
  /** What it exceeds: the payment's balance, or what one person may refund of it. */
  of: "balance" | "limit";
};

/** What is taken of payments before a run, in paise. */
type Taken = {
  /** What others have reserved, by payment. */
  reserved?: ReadonlyMap<string, bigint>;
  /** A part of that which ends with a row: it fulfils the refund request that reserves it. By row. */
  released?: ReadonlyMap<string, bigint>;
  /** How much one person may still refund, by payment; a payment without an entry has no limit. */
  limit?: ReadonlyMap<string, bigint>;
};

/**
 * The rows that exceed what the rows before them leave of their payment's balance, or of what one person may refund of
 * it, with that remainder. Each row alone was compared with the balance; here they add up, in the order in which they are sent. Of
 * several reads of one balance the lowest counts, less what others have reserved of the payment.
 */
export function overdrawnRows(rows: readonly DrawingRow[], taken: Taken = {}): OverdrawnRow[] {
  const left = new Map<string, bigint>();
  for (const { transactionId, leftPaise } of rows) {
    const free = leftPaise - (taken.reserved?.get(transactionId) ?? 0n);
    const known = left.get(transactionId);
    if (known === undefined || free < known) left.set(transactionId, free);
  }
  const allowed = new Map(taken.limit);
  const overdrawn: OverdrawnRow[] = [];
  for (const { rowId, transactionId, amountPaise, draws } of rows) {
    const leftPaise = (left.get(transactionId) ?? 0n) + (taken.released?.get(rowId) ?? 0n);
    const allowedPaise = allowed.get(transactionId);
    if (amountPaise > leftPaise) overdrawn.push({ rowId, leftPaise: atLeastZero(leftPaise), of: "balance" });
    else if (allowedPaise !== undefined && amountPaise > allowedPaise)
      overdrawn.push({ rowId, leftPaise: allowedPaise, of: "limit" });
    else if (draws) {
      left.set(transactionId, leftPaise - amountPaise);
      if (allowedPaise !== undefined) allowed.set(transactionId, allowedPaise - amountPaise);
    }
  }
  return overdrawn;
}

function atLeastZero(amountPaise: bigint): bigint {
  return amountPaise < 0n ? 0n : amountPaise;
}
