import type { Pool } from "@/server/platform/pool";
import { merchantName } from "../../store/keys/merchants";

const MAX_MERCHANTS = 10_000;

/** Caches merchant names in this process. A name changes only while no process runs (`seedMerchant`). */
export class MerchantNames {
  readonly #names = new Map<number, string>();

  /** Throws when the merchant does not exist. */
  async of(pool: Pool, merchantId: number): Promise<string> {
    const known = this.#names.get(merchantId);
    if (known !== undefined) return known;
    const name = await merchantName(pool, merchantId);
    if (this.#names.size >= MAX_MERCHANTS) this.#names.clear();
    this.#names.set(merchantId, name);
    return name;
  }
}
