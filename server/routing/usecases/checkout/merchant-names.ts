import type { Pool } from "@/server/platform/pool";
import { merchantName } from "../../store/keys/merchants";

const MAX_MERCHANTS = 10_000;

/** What this process has read of the merchants' names. A name never changes, hence nothing here can be stale. */
export class MerchantNames {
  readonly #names = new Map<number, string>();

  /** Throws when there is no such merchant. */
  async of(pool: Pool, merchantId: number): Promise<string> {
    const known = this.#names.get(merchantId);
    if (known !== undefined) return known;
    const name = await merchantName(pool, merchantId);
    if (this.#names.size >= MAX_MERCHANTS) this.#names.clear();
    this.#names.set(merchantId, name);
    return name;
  }
}
