import type { StartEnv } from "./env";
import { type Secrets, secretsPath } from "./secrets";

const SANDBOX_PEOPLE = ["support", "ops", "finance", "admin"].map((role) => `${role}@example.com`);

/**
 * How to sign in to the sandbox; shown once. Omits the merchant's key and salt: secrets do not belong in a terminal.
 */
export function sandboxLines(env: StartEnv, secrets: Secrets): string {
  return [
    "",
    `  Sign in as    ${SANDBOX_PEOPLE.join(", ")}`,
    `  Password      ${secrets.sandboxPassword}`,
    `  Kept in       ${secretsPath(env.folder)}`,
    "",
  ].join("\n");
}

/** The line that says that everything is ready. */
export function readyLine(dashboardUrl: string, serviceUrl: string): string {
  return `Paydeck is ready at ${dashboardUrl} (service at ${serviceUrl})`;
}
