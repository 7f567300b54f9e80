import { randomBytes } from "node:crypto";
import type { SaltBox } from "../../store/keys/salt-box";

/** Standard Webhooks asks for 24 to 64 bytes. */
const SECRET_BYTES = 32;

/** A new signing secret, as Standard Webhooks writes them. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
}

/** Sealed at rest like salts, and bound to its endpoint: in another one's row it does not open. */
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

function boxLabel(merchantId: number, endpointId: string): string {
  return `webhook:${merchantId}:${endpointId}`;
}
