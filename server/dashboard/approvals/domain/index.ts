/** Exports of the approvals domain for other subjects. */
export {
  type Approval,
  type ApprovalLimit,
  type ApprovalRole,
  type ApprovalRule,
  type EvaluatedTotal,
  isApprovalRole,
  limitFor,
  refundTotal,
} from "./approval";
