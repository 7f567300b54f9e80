import type { FindingView } from "@/lib/reconciliation/views";
import type { AuditDetail } from "../../audit/store";

/** What a finding is about, for the audit log. */
export function factsOf(finding: FindingView): AuditDetail {
  return {
    what: finding.problem,
    transactionId: finding.transaction_id,
    ...(finding.merchant_transaction_id !== null && { reference: finding.merchant_transaction_id }),
    gateway: finding.gateway,
    amount: finding.stake_amount,
    currency: finding.stake_currency,
  };
}
