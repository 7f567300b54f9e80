import { expect, test } from "vitest";
import { GatewayDouble } from "@/tools/testing/routing/gateway-double";
import { useServiceWithoutWorker } from "@/tools/testing/routing/service-without-worker";
import { recordConfiguredVendors } from "../../store/gateways/configured-vendors";
import { movesNoMoney } from "./moves-no-money";

const SANDBOX = 1;
const byHand = useServiceWithoutWorker();

test("money may move with a gateway that is no test, with none at all, and after one that is no longer configured", async () => {
  const { deps } = byHand;
  expect(await movesNoMoney(deps, SANDBOX)).toBe(true);
  const withVendor = new Map([...deps.gateways, ["stripe", new GatewayDouble("stripe")] as const]);
  expect(await movesNoMoney({ ...deps, gateways: withVendor }, SANDBOX)).toBe(false);
  expect(await movesNoMoney({ ...deps, gateways: new Map() }, SANDBOX)).toBe(false);
  await recordConfiguredVendors(deps.pool, ["stripe"]);
  expect(await movesNoMoney(deps, SANDBOX)).toBe(false);
});
