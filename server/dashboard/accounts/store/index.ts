/** Exports of the accounts' store for other subjects. */
export { isAccountClosed } from "./accounts";
export { findMemberRole } from "./members";
