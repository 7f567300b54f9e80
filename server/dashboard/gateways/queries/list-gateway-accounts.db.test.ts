import { beforeEach, describe, expect, it } from "vitest";
import type { Ctx } from "../../context";
import type { Harness } from "@/tools/testing/dashboard/harness";
import {
  AT,
  type GatewayAccount,
  SHOP_KEY,
  withGatewayAccounts,
} from "@/tools/testing/dashboard/gateway-accounts";
import { listGatewayAccounts } from "./list-gateway-accounts";

const setup = withGatewayAccounts();
const { theirs, response, serviceHas, serviceHasKeys } = setup;
let harness: Harness;
let admin: Ctx;
beforeEach(() => {
  ({ harness, admin } = setup.current());
});

describe("the page Gateways", () => {
  const authorsOf = async (fields: Partial<GatewayAccount>): Promise<unknown[]> => {
    serviceHas([theirs({ changed_key: "k_own", ...fields })]);
    const read = await listGatewayAccounts(admin);
    const [shown] = read.kind === "found" ? (read.value.vendors[0]?.accounts ?? []) : [];
    return [shown?.changed_author, shown?.used_author, shown?.retired_author];
  };
  const person = () => ({ kind: "person", name: admin.actor.name });

  it("names no colleague for what another key has signed, but the key", async () => {
    serviceHasKeys();
    const shop = { kind: "key", label: "Web shop" };
    expect(await authorsOf({})).toEqual([person(), shop, null]);
    serviceHasKeys();
    const retired = { in_use: false, retired_at: AT, retired_by: admin.actor.email };
    expect(await authorsOf({ ...retired, changed_key: "k_gone", retired_key: "k_shop" })).toEqual([
      { kind: "key", label: null },
      shop,
      shop,
    ]);
  });

  it("names a colleague where the own key is older than 200 others", async () => {
    response("/v1/ops/keys/list", { keys: [SHOP_KEY], next_cursor: "k_shop" });
    serviceHasKeys();
    expect(await authorsOf({})).toEqual([person(), { kind: "key", label: "Web shop" }, null]);
  });

  it("names nobody for what a key has signed, as long as the own key is not known", async () => {
    response("/v1/ops/keys/list", { keys: [SHOP_KEY], next_cursor: null });
    expect(await authorsOf({})).toEqual([
      { kind: "key", label: null },
      { kind: "key", label: "Web shop" },
      null,
    ]);
    harness.service.next("/v1/ops/keys/list", { kind: "drop", when: "before" });
    expect(await authorsOf({ used_key: null })).toEqual([{ kind: "key", label: null }, person(), null]);
  });

  it("names who is recorded at a service that records no keys", async () => {
    expect(await authorsOf({ changed_key: undefined, used_key: undefined })).toEqual([
      person(),
      person(),
      null,
    ]);
  });
});
