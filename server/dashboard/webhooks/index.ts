/** What other subjects use of webhooks. */
export { readEndpoints } from "./queries/list-webhooks";
