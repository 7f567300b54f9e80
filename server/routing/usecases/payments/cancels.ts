import type { PaymentStatus } from "@/lib/contract/statuses";
import type { Result } from "@/lib/result";
import type { Payment } from "../../domain/payments/payment";

export type CancelRefusal = { kind: "not_found" } | { kind: "already_processed"; status: PaymentStatus };
export type CancelOutcome = Result<Payment, CancelRefusal>;

/** Cancels the latest record of a reference; concurrent cancels share a transaction (0323). */
export type Cancels = (cancel: { merchantId: number; reference: string }) => Promise<CancelOutcome>;
