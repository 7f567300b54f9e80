export type DrawingRow = { rowId: string; transactionId: string; amountPaise: bigint; leftPaise: bigint };

/**
 * Which rows ask for more than the rows before them leave of their payment, and what that is. Each row was compared with
 * the balance by itself; here they add up. Of several looks at one balance the lowest counts.
 */
export function overdrawnRows(rows: readonly DrawingRow[]): { rowId: string; leftPaise: bigint }[] {
  const left = new Map<string, bigint>();
  for (const { transactionId, leftPaise } of rows) {
    const known = left.get(transactionId);
    if (known === undefined || leftPaise < known) left.set(transactionId, leftPaise);
  }
  const overdrawn: { rowId: string; leftPaise: bigint }[] = [];
  for (const { rowId, transactionId, amountPaise } of rows) {
    const leftPaise = left.get(transactionId) ?? 0n;
    if (amountPaise > leftPaise) overdrawn.push({ rowId, leftPaise });
    else left.set(transactionId, leftPaise - amountPaise);
  }
  return overdrawn;
}
