/** What other subjects may use of the approvals. */
export { writeApprovalEnd } from "./commands/end-approval";
export { withdrawApproval } from "./commands/withdraw-approval";
