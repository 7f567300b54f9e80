import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import type { OpsName } from "@/lib/contract/ops";
import type { Ctx } from "@/server/dashboard/context";
import { confirmAccountRequest } from "@/server/dashboard/gateways/commands/decide-account-request";
import { saveCredentials } from "@/server/dashboard/gateways/commands/save-credentials";
import { listAccountRequests } from "@/server/dashboard/gateways/queries/list-account-requests";
import { composed } from "./composed-role";
import { AT, gatewayAccount, type GatewayAccount } from "./gateway-accounts";
import { type Harness, startHarness } from "./harness";
import { respondToOps, opsCalls } from "./ops-responses";

export const SECRET = "sk_test_of_the_second_person_0002";

/** The account that a request wants to be put in use. */
export const unused = gatewayAccount({
  account: 2,
  revision: 7,
  hint: "…0002",
  in_use: false,
  retired_at: AT,
});

/**
 * Set-up of tests about requests to put a vendor account in use: before each, Asha who requests and Ravi who may confirm.
 * `current` returns them and the harness.
 */
export function withAccountRequests() {
  let harness: Harness;
  let asha: Ctx;
  let ravi: Ctx;

  beforeAll(async () => {
    harness = await startHarness();
  });
  beforeEach(async () => {
    await harness.reset();
    harness.service.ops = {
      idempotency: true,
      operations: [
        "gateways.accounts",
        "gateways.save_account",
        "gateways.use_account",
        "gateways.update_account",
      ],
    };
    [asha, ravi] = await Promise.all([
      harness.ctxOf("admin"),
      harness.ctxOf(composed(["view_gateways", "manage_keys"])),
    ]);
  });
  afterAll(() => harness.stop());

  const response = (operation: OpsName, body: unknown, status = 200): void =>
    respondToOps(harness, operation, status, body);
  const bodiesOf = (operation: OpsName) =>
    opsCalls(harness, operation).map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  const has = (...accounts: GatewayAccount[]): void =>
    response("gateways.accounts", {
      vendors: [
        { gateway: "stripe", environment: false, notification_address: "https://pay.example/n", accounts },
      ],
    });

  /** Asha enters another account, which the service saves without using it. */
  async function enter(): Promise<string> {
    response("gateways.save_account", { account: unused });
    const outcome = await saveCredentials(asha, {
      kind: "add",
      credentials: { gateway: "stripe", secret_key: SECRET, webhook_secret: "whsec_2" },
      replaces: 1,
      saveAnyway: null,
    });
    expect(outcome).toMatchObject({ kind: "done", value: { isWaiting: true } });
    return idOf(asha);
  }
  async function idOf(as: Ctx): Promise<string> {
    const { requests } = await listAccountRequests(as);
    return requests[0]?.id ?? "";
  }
  const confirm = (as: Ctx, requestId: string) => confirmAccountRequest(as, { requestId });
  const states = async (): Promise<string[]> => {
    const { rows } = await harness.pool.query<{ state: string }>(
      "select state from gateway_account_requests order by requested_at",
    );
    return rows.map(({ state }) => state);
  };

  return { current: () => ({ harness, asha, ravi }), response, bodiesOf, has, enter, idOf, confirm, states };
}
