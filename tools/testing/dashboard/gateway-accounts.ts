import { afterAll, beforeAll, beforeEach } from "vitest";
import type { OpsResult } from "@/lib/contract/ops";
import type { Ctx } from "@/server/dashboard/context";
import { type Harness, startHarness } from "./harness";

/** A vendor account as the service lists it. */
export type GatewayAccount = OpsResult<"gateways.accounts">["vendors"][number]["accounts"][number];

export const AT = "2026-11-21T08:00:00.000Z";

/** The account in use. */
export const gatewayAccount = (fields: Partial<GatewayAccount> = {}): GatewayAccount => ({
  account: 1,
  revision: 4,
  hint: "…0001",
  live: true,
  in_use: true,
  created_at: AT,
  created_by: "somebody",
  changed_at: AT,
  changed_by: "somebody",
  retired_at: null,
  last_payment_at: null,
  ...fields,
});

const key = (keyId: string, label: string, isCaller: boolean) => ({
  key_id: keyId,
  api_key: `key_${label.replaceAll(" ", "_")}_and_more`,
  label,
  status: "ACTIVE",
  is_caller: isCaller,
  created_at: AT,
  created_by: null,
  last_used_at: null,
  expires_at: null,
  revoked_at: null,
  rate_per_second: null,
  rate_burst: null,
});
/** The key that the dashboard itself signs with, and one of a merchant's shop. */
export const OWN_KEY = key("k_own", "Paydeck", true);
export const SHOP_KEY = key("k_shop", "Web shop", false);

/**
 * Set-up of tests about who changed the vendor accounts at the service: before each, an admin who changed them with the
 * dashboard's own key. `current` returns the admin and the harness.
 */
export function withGatewayAccounts() {
  let harness: Harness;
  let admin: Ctx;

  beforeAll(async () => {
    harness = await startHarness();
  });
  beforeEach(async () => {
    await harness.reset();
    admin = await harness.ctxOf("admin");
    harness.service.ops = {
      idempotency: true,
      operations: ["gateways.accounts", "gateways.save_account", "gateways.use_account", "keys.list"],
    };
  });
  afterAll(() => harness.stop());

  const account = (fields: Partial<GatewayAccount> = {}): GatewayAccount =>
    gatewayAccount({
      created_by: admin.actor.email,
      changed_by: admin.actor.email,
      changed_key: "k_own",
      used_at: AT,
      used_by: admin.actor.email,
      used_key: "k_own",
      retired_by: null,
      retired_key: null,
      ...fields,
    });
  /** Another account, entered with the key of the shop. */
  const theirs = (fields: Partial<GatewayAccount> = {}): GatewayAccount =>
    account({
      account: 2,
      revision: 9,
      hint: "…6666",
      created_at: "2026-11-21T09:00:00.000Z",
      changed_key: "k_shop",
      used_key: "k_shop",
      ...fields,
    });

  const response = (path: `/v1/ops/${string}`, body: object): void =>
    harness.service.next(path, { kind: "answer", status: 200, body: JSON.stringify(body), effect: false });
  /** The service answers so many looks with these accounts at Stripe. */
  function serviceHas(accounts: GatewayAccount[], looks = 1): void {
    const body = {
      vendors: [
        { gateway: "stripe", environment: true, notification_address: "https://pay.example/n", accounts },
        { gateway: "adyen", environment: false, notification_address: "https://pay.example/n", accounts: [] },
      ],
    };
    for (let look = 0; look < looks; look += 1) response("/v1/ops/gateways/accounts", body);
  }
  /** The keys are read where something has changed. */
  function serviceHasKeys(looks = 1): void {
    const body = { keys: [OWN_KEY, SHOP_KEY], next_cursor: null };
    for (let look = 0; look < looks; look += 1) response("/v1/ops/keys/list", body);
  }

  return { current: () => ({ harness, admin }), account, theirs, response, serviceHas, serviceHasKeys };
}
