import type { VendorCredentials } from "@/lib/contract/ops/gateway-accounts";
import type { Db } from "@/server/platform/pool";
import type { GatewayAccountKey } from "../../domain/gateways/gateway-account";
import type { Gateway } from "../../gateway/port";
import { findSealedCredentials } from "../../store/gateways/gateway-accounts";
import type { SaltBox } from "../../store/keys/salt-box";
import { openCredentials } from "./sealed-credentials";

/** Opens an adapter with a merchant's own credentials. */
type OpenOwn = (
  credentials: VendorCredentials,
  owner: Pick<GatewayAccountKey, "merchantId" | "account">,
) => Promise<Gateway>;

const MAX_OPEN = 1_000;

/**
 * The adapters of merchants' own accounts in this process. Each call compares the revision of the credentials with the
 * database's, so that a change made by any process is in force at the next call (decision 0311).
 */
export class OwnGateways {
  readonly #opened = new Map<string, { revision: number; gateway: Gateway }>();

  constructor(readonly open: OpenOwn) {}

  /**
   * Null when there is no such account. `revision`: where the caller has just read it, which saves the comparison.
   * Throws an UnreadableSecretError when the credentials do not open.
   */
  async find(
    { reads, saltBox }: { reads: Db; saltBox: SaltBox },
    key: GatewayAccountKey,
    revision: number | null = null,
  ): Promise<Gateway | null> {
    const name = `${key.merchantId} ${key.gateway} ${key.account}`;
    const known = this.#opened.get(name);
    if (known !== undefined && known.revision === revision) return known.gateway;
    const found = await findSealedCredentials(reads, key, known?.revision ?? null);
    if (found === null) return null;
    if (found.sealed === null) return known?.gateway ?? null;
    const gateway = await this.open(openCredentials(saltBox, key, found.sealed), key);
    this.#opened.delete(name);
    this.#opened.set(name, { revision: found.revision, gateway });
    const [longestUnchanged] = this.#opened.keys();
    if (this.#opened.size > MAX_OPEN && longestUnchanged !== undefined) this.#opened.delete(longestUnchanged);
    return gateway;
  }
}
