/** The stack of the end-to-end tests, with the credentials of a merchant and the staff. No real secrets. */
const DASHBOARD_PORT = portOf(process.env.PAYDECK_E2E_PORT, 3210);
const ROUTING_PORT = portOf(process.env.PAYDECK_E2E_ROUTING_PORT, 4210);

export const E2E = {
  dashboardPort: DASHBOARD_PORT,
  routingPort: ROUTING_PORT,
  dashboardUrl: `http://127.0.0.1:${DASHBOARD_PORT}`,
  routingUrl: `http://127.0.0.1:${ROUTING_PORT}`,
  apiKey: "sandbox_key_for_tests",
  apiSalt: "sandbox_salt_for_tests",
  password: "test-password-of-the-sandbox",
} as const;

/** The stack's data folder with its logs; the set-up sets this variable for the tests. */
export const E2E_DATA_DIR_VARIABLE = "PAYDECK_E2E_DATA_DIR";

/** `npm test` chooses free ports, so that two runs on one machine do not collide. */
function portOf(chosen: string | undefined, usual: number): number {
  return chosen === undefined ? usual : Number.parseInt(chosen, 10);
}
