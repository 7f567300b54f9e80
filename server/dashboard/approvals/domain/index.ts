/** What other subjects may use of the domain of approvals. */
export {
  type Approval,
  type ApprovalLimit,
  type ApprovalRole,
  type ApprovalRule,
  type EvaluatedTotal,
  exceedsThreshold,
  isApprovalRole,
  limitFor,
  refundTotal,
} from "./approval";
