import { storedCredentialsSchema, type VendorCredentials } from "@/lib/contract/ops/gateway-accounts";
import type { GatewayAccountKey } from "../../domain/gateways/gateway-account";
import { UnreadableSecretError } from "../../domain/keys/unreadable-secret";
import type { SaltBox } from "../../store/keys/salt-box";

/** Encrypted at rest like salts, and bound to its account: it cannot be opened in another merchant's or vendor's row. */
export function sealCredentials(
  box: SaltBox,
  key: GatewayAccountKey,
  credentials: VendorCredentials,
): Buffer {
  return box.seal(boxLabel(key), JSON.stringify(credentials));
}

/**
 * Throws an UnreadableSecretError when no key of the box opens it, and for what only a newer version can read. After a roll-back
 * from that version, a field that it added must not stop the polls of payments that are open in the account.
 */
export function openCredentials(box: SaltBox, key: GatewayAccountKey, sealed: Buffer): VendorCredentials {
  const read = storedCredentialsSchema.safeParse(JSON.parse(box.open(boxLabel(key), sealed)));
  if (read.success) return read.data;
  throw new UnreadableSecretError(
    `this version cannot read the credentials of account ${key.account} at ${key.gateway} of merchant ${key.merchantId}`,
  );
}

/** Null when it is sealed with the first key already. */
export function resealCredentials(box: SaltBox, key: GatewayAccountKey, sealed: Buffer): Buffer | null {
  return box.reseal(boxLabel(key), sealed);
}

function boxLabel({ merchantId, gateway, account }: GatewayAccountKey): string {
  return `gateway:${merchantId}:${gateway}:${account}`;
}
