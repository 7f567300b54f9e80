import type { StartEnv } from "./env";
import { type Secrets, secretsPath } from "./secrets";

const SANDBOX_PEOPLE = ["support", "ops", "finance", "admin"].map((role) => `${role}@example.com`);

/** How to sign in to the sandbox; shown once. The merchant's key and salt are not: no terminal keeps a secret. */
export function sandboxLines(env: StartEnv, secrets: Secrets): string {
  return [
    "",
    `  Sign in as    ${SANDBOX_PEOPLE.join(", ")}`,
    `  Password      ${secrets.sandboxPassword}`,
    `  Kept in       ${secretsPath(env.folder)}`,
    "",
  ].join("\n");
}

/** The one line that says that all is there. */
export function readyLine(dashboardUrl: string, serviceUrl: string): string {
  return `Paydeck is ready at ${dashboardUrl} (service at ${serviceUrl})`;
}
