import { randomBytes } from "node:crypto";
import type { SaltBox } from "../../store/keys/salt-box";

/** Standard Webhooks requires 24 to 64 bytes. */
const SECRET_BYTES = 32;

/** A new signing secret in the format of Standard Webhooks. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
}

/** Encrypted at rest like salts, and bound to its endpoint: it cannot be opened in another endpoint's row. */
export function sealWebhookSecret(
  box: SaltBox,
  merchantId: number,
  endpointId: string,
  secret: string,
): Buffer {
  return box.seal(boxLabel(merchantId, endpointId), secret);
}

export function openWebhookSecret(
  box: SaltBox,
  merchantId: number,
  endpointId: string,
  sealed: Buffer,
): string {
  return box.open(boxLabel(merchantId, endpointId), sealed);
}

/** Null when it is sealed with the first key already. */
export function resealWebhookSecret(
  box: SaltBox,
  merchantId: number,
  endpointId: string,
  sealed: Buffer,
): Buffer | null {
  return box.reseal(boxLabel(merchantId, endpointId), sealed);
}

function boxLabel(merchantId: number, endpointId: string): string {
  return `webhook:${merchantId}:${endpointId}`;
}
