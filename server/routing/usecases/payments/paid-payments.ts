import type { Payment } from "../../domain/payments/payment";
import type { ChargedMoney } from "../../gateway/port";

/** A charge that a gateway reported of a payment, and nothing that would have to be recorded beside it. */
export type PaidCharge = { merchantId: number; paymentId: string; charge: ChargedMoney };
/** `not_plain`: nothing was done, because the payment is not open or the charge is not what was requested. */
export type PaidOutcome = Payment | "not_plain";

/** Makes open payments SUCCESS by their charges; concurrent ones share a transaction (0323). */
export type PaidPayments = (paid: PaidCharge) => Promise<PaidOutcome>;
