import type { DeedObstacle, PaymentDeed, Role } from "@/lib/can";
import type { PaymentStatus } from "@/lib/contract/statuses";

/** Why a button is disabled, as its visible reason (sections 4.3 and 4.4 for the last two). */
export function obstacleWords(
  deed: PaymentDeed,
  obstacle: DeedObstacle,
  facts: { role: Role; status: PaymentStatus },
): string {
  switch (obstacle) {
    case "role":
      return deed === "cancel_payment"
        ? `Cancelling is not open to the ${facts.role} role.`
        : `Refunding is not open to the ${facts.role} role.`;
    case "not_latest":
      return "Only the latest record can be cancelled.";
    case "status":
      return deed === "cancel_payment" ? cancelStatusWords(facts.status) : refundStatusWords(facts.status);
  }
}

function cancelStatusWords(status: PaymentStatus): string {
  switch (status) {
    case "SUCCESS":
      return "A paid payment can’t be cancelled.";
    case "CANCELLED":
      return "Already cancelled.";
    case "FAILURE":
    case "DROP":
      return "It has ended unpaid: there is nothing to cancel.";
    case "INITIATED":
      return "It can’t be cancelled now.";
  }
}

function refundStatusWords(status: PaymentStatus): string {
  return status === "INITIATED"
    ? "It can be refunded once it is paid."
    : "Nothing was paid, so there is nothing to refund.";
}
