/** Exports of the approvals domain for other subjects. */
export {
  type Approval,
  type ApprovalLimit,
  type EvaluatedTotal,
  canNeedApproval,
  limitOfRole,
  refundTotal,
} from "./approval";
