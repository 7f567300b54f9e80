/** Exports of the accounts' store for other subjects. */
export { isAccountClosed } from "./own-account";
