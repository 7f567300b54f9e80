import { MerchantCode, type Reply } from "./merchant-code";
import type { TestService } from "./service";

export type Key = {
  key_id: string;
  api_key: string;
  label: string;
  status: string;
  is_caller: boolean;
  created_by: string;
  last_used_at: string | null;
  expires_at: string | null;
  revoked_at: string | null;
  rate_per_second: number | null;
  rate_burst: number | null;
  access: string;
};
export type Created = { key: Key; salt: string };

/**
 * Calls of `keys.*` as the merchant's code makes them. `service` is read at each call, because a test starts it later.
 */
export function keyCalls(service: () => TestService) {
  // Incremented, so that no two requests have the same signature (decision 0021).
  let requests = 0;
  const keys = (verb: string, body: object, as: MerchantCode = service().merchant): Promise<Reply> =>
    as.ops("POST", `/v1/ops/keys/${verb}?n=${(requests += 1)}`, body);

  return {
    keys,
    create: async (body: object = { label: "Shop" }, as = service().merchant): Promise<Created> => {
      const reply = await keys("create", body, as);
      if (reply.status !== 200) throw new Error(reply.text);
      return reply.json as Created;
    },
    asHolderOf: ({ key, salt }: Created): MerchantCode =>
      new MerchantCode(service().baseUrl, key.api_key, salt),
    /** Signs one request of each scheme: a working key passes both checks, any other key neither. */
    works: async (merchant: MerchantCode): Promise<boolean> => {
      const specified = (await merchant.status("none")).status;
      const ops = (await merchant.ops("GET", "/v1/ops/capabilities")).status;
      if (specified === 404 && ops === 200) return true;
      if (specified === 401 && ops === 401) return false;
      throw new Error(`the two schemes disagree: ${specified} and ${ops}`);
    },
  };
}
