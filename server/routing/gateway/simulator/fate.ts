/** The paise of an amount decide what the simulator does with it, like test card numbers elsewhere (decision 0039). */
export type RefundFate = { outcome: "SUCCESS" | "FAILURE"; settlesInMs: number; timesOutFirst: boolean };

const SLOW_REFUND_MS = 30_000;

export function failsInitialisation(amountPaise: bigint): boolean {
  return amountPaise % 100n === 94n;
}

/** `refundMs`: how long an ordinary refund takes (`SIMULATOR_REFUND_MS`). */
export function refundFate(amountPaise: bigint, refundMs: number): RefundFate {
  switch (amountPaise % 100n) {
    case 91n:
      return { outcome: "FAILURE", settlesInMs: refundMs, timesOutFirst: false };
    case 92n:
      return { outcome: "SUCCESS", settlesInMs: SLOW_REFUND_MS, timesOutFirst: false };
    case 93n:
      return { outcome: "SUCCESS", settlesInMs: refundMs, timesOutFirst: true };
    default:
      return { outcome: "SUCCESS", settlesInMs: refundMs, timesOutFirst: false };
  }
}
