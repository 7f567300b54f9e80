/** Exports of approvals for other subjects. */
export { writeApprovalEnd } from "./commands/end-approval";
