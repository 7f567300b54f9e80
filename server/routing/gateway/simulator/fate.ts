/** The paise of an amount decide what the simulator does with it, like test card numbers elsewhere (decision 0210). */
type RefundFate = { outcome: "SUCCESS" | "FAILURE"; settlesInMs: number; timesOutFirst: boolean };

const SLOW_REFUND_MS = 30_000;

export function failsInitialisation(amountPaise: bigint): boolean {
  return amountPaise % 100n === 94n;
}

/** Paid, and later the simulator has no money for it any more. */
export function losesItsMoney(amountPaise: bigint): boolean {
  return amountPaise % 100n === 95n;
}

/** Why the simulator declines a charge: the reasons that real gateways give most often. */
export function declineReason(amountPaise: bigint): { code: string; message: string } {
  switch (amountPaise % 100n) {
    case 81n:
      return { code: "insufficient_funds", message: "The simulated card has insufficient funds." };
    case 82n:
      return { code: "authentication_failed", message: "The simulated customer failed 3-D Secure." };
    case 83n:
      return { code: "expired_card", message: "The simulated card has expired." };
    case 84n:
      return { code: "do_not_honor", message: "The simulated bank declined the payment." };
    case 85n:
      return { code: "sim_outage", message: "The simulated bank did not say why." };
    default:
      return { code: "card_declined", message: "The simulator declined the payment." };
  }
}

/** Why the simulator fails a refund that ends in .91; null for all others. */
export function refundFailure(amountPaise: bigint): { code: string; message: string } | null {
  if (amountPaise % 100n !== 91n) return null;
  switch ((amountPaise / 100n) % 10n) {
    case 1n:
      return { code: "sim_window_over", message: "The simulated payment is too old to be refunded." };
    case 2n:
      return { code: "sim_disputed", message: "The simulated customer has disputed the payment." };
    case 3n:
      return { code: "sim_account_closed", message: "The simulated customer's account is closed." };
    default:
      return {
        code: "sim_insufficient_balance",
        message: "The simulated balance is too low for the refund.",
      };
  }
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
