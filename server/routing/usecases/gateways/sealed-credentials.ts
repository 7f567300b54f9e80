import { credentialsSchema, type VendorCredentials } from "@/lib/contract/ops/gateway-accounts";
import type { GatewayAccountKey } from "../../domain/gateways/gateway-account";
import type { SaltBox } from "../../store/keys/salt-box";

/** Encrypted at rest like salts, and bound to its account: it cannot be opened in another merchant's or vendor's row. */
export function sealCredentials(
  box: SaltBox,
  key: GatewayAccountKey,
  credentials: VendorCredentials,
): Buffer {
  return box.seal(boxLabel(key), JSON.stringify(credentials));
}

/** Throws an UnreadableSecretError when no key of the box opens it. */
export function openCredentials(box: SaltBox, key: GatewayAccountKey, sealed: Buffer): VendorCredentials {
  return credentialsSchema.parse(JSON.parse(box.open(boxLabel(key), sealed)));
}

/** Null when it is sealed with the first key already. */
export function resealCredentials(box: SaltBox, key: GatewayAccountKey, sealed: Buffer): Buffer | null {
  return box.reseal(boxLabel(key), sealed);
}

function boxLabel({ merchantId, gateway, account }: GatewayAccountKey): string {
  return `gateway:${merchantId}:${gateway}:${account}`;
}
