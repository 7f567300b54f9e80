export type DrawingRow = {
  rowId: string;
  transactionId: string;
  amountPaise: bigint;
  leftPaise: bigint;
  /** A row that is left out uses no balance of the rows below it. */
  draws: boolean;
};

/**
 * The rows that exceed what the rows before them leave of their payment's balance, with that remainder. Each row alone
 * was compared with the balance; here they add up. Of several reads of one balance the lowest counts, less what others
 * have reserved of the payment.
 */
export function overdrawnRows(
  rows: readonly DrawingRow[],
  reservedPaise: ReadonlyMap<string, bigint> = new Map(),
): { rowId: string; leftPaise: bigint }[] {
  const left = new Map<string, bigint>();
  for (const { transactionId, leftPaise } of rows) {
    const free = atLeastZero(leftPaise - (reservedPaise.get(transactionId) ?? 0n));
    const known = left.get(transactionId);
    if (known === undefined || free < known) left.set(transactionId, free);
  }
  const overdrawn: { rowId: string; leftPaise: bigint }[] = [];
  for (const { rowId, transactionId, amountPaise, draws } of rows) {
    const leftPaise = left.get(transactionId) ?? 0n;
    if (amountPaise > leftPaise) overdrawn.push({ rowId, leftPaise });
    else if (draws) left.set(transactionId, leftPaise - amountPaise);
  }
  return overdrawn;
}

function atLeastZero(amountPaise: bigint): bigint {
  return amountPaise < 0n ? 0n : amountPaise;
}
