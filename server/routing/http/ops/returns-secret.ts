import type { OpsName } from "@/lib/contract/ops";

/**
 * Operations whose response contains a secret created for the request: a signature is accepted once there, so that
 * replaying a captured request returns none (decision 0021). A test finds them in the schemas, so that none is forgotten:
 * reading the schemas took a fifth of a start.
 */
export const RETURNS_SECRET: ReadonlySet<OpsName> = new Set<OpsName>([
  "keys.create",
  "keys.rotate",
  "webhooks.create",
  "webhooks.rotate_secret",
]);
