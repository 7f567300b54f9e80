/**
 * Whether an amount exceeds a limit together with earlier refunds that needed no second person: a large refund cannot
 * be split into small ones (decision 0120). A null threshold means that every refund needs approval. Amounts in paise.
 */
export function exceedsThreshold(
  { thresholdPaise }: { thresholdPaise: bigint | null },
  amountPaise: bigint,
  countedPaise: bigint,
): boolean {
  return thresholdPaise === null || amountPaise + countedPaise > thresholdPaise;
}
