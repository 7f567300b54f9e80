/** Exports of the approvals store for other subjects. */
export { APPROVAL_WORK } from "./approval-work";
export { deleteApprovalRulesOf, listApprovalRulesFor } from "./approval-rules";
export { isUsedByOther, lockForm } from "./lock-form";
export {
  findApproval,
  findApprovalOfRun,
  listApprovalIdsOfRun,
  lockApproval,
  sumWaitingApprovals,
} from "./approvals";
export { separateDetail, writeApproval } from "./write-approval";
