import { beforeEach, expect, it } from "vitest";
import type { Ctx } from "../../context";
import type { Harness } from "@/tools/testing/dashboard/harness";
import { SECRET, withAccountRequests } from "@/tools/testing/dashboard/account-requests";
import { gatewayAccount } from "@/tools/testing/dashboard/gateway-accounts";
import { saveCredentials } from "./save-credentials";

const setup = withAccountRequests();
const { response, bodiesOf } = setup;
let harness: Harness;
let asha: Ctx;
beforeEach(() => {
  ({ harness, asha } = setup.current());
});

it("other credentials of the account in use are sent with the wish for proof that it is the same one", async () => {
  response("gateways.update_account", { account: gatewayAccount({ revision: 5 }) });
  const outcome = await saveCredentials(asha, {
    kind: "change",
    credentials: { gateway: "stripe", secret_key: SECRET, webhook_secret: "whsec_2" },
    account: 1,
    revision: 4,
    saveAnyway: "other_account",
  });
  expect(outcome).toMatchObject({ kind: "done", value: { isWaiting: false } });
  expect(bodiesOf("gateways.update_account")).toMatchObject([{ proof_in_use: true }]);
});

it("other credentials are sent with that wish as soon as the service has been upgraded, too", async () => {
  const { operations } = harness.service.ops ?? { operations: [] };
  harness.service.ops = { idempotency: true, operations: ["gateways.update_account"] };
  const early = { ...asha, ...harness.connect() };
  const change = { gateway: "stripe", secret_key: SECRET, webhook_secret: "whsec_2" };
  const input = { kind: "change", credentials: change, account: 1, revision: 4, saveAnyway: null };
  response("gateways.update_account", { account: gatewayAccount({ revision: 5 }) });
  await saveCredentials(early, input);
  harness.service.ops = { idempotency: true, operations };
  response("gateways.update_account", { account: gatewayAccount({ revision: 6 }) });
  await saveCredentials(early, input);
  expect(bodiesOf("gateways.update_account").map(({ proof_in_use: proof }) => proof)).toEqual([
    undefined,
    true,
  ]);
});
