/** Exports of the accounts' store for other subjects. */
export { findMemberRole } from "./members";
export { isAccountClosed } from "./own-account";
