/**
 * The slug of the account that a request's address names. Set by the dashboard's own front, which removes what a client
 * sends under this name; absent for the first account (decision 0301).
 */
export const ACCOUNT_HEADER = "x-paydeck-account";
