import { writeFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { freePort } from "@/server/checks/free-port";
import { isNginxInstalled, type Nginx, prepareNginx, WITHOUT_NGINX } from "@/server/checks/nginx";
import { addAccount } from "./commands/add-account";
import { type Harness, startHarness } from "../testing/harness";
import { ScriptedService } from "../testing/scripted-service";
import { addSecondAccount, type SecondAccount } from "../testing/second-account";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** Two services behind the proxy of docs/cells.md: the accounts of both have the same address, and other keys. */
const KEYS = {
  a: { apiKey: "key_of_the_shop_in_a", apiSalt: "salt_of_the_shop_in_a" },
  b: { apiKey: "key_of_the_shop_in_b", apiSalt: "salt_of_the_shop_in_b" },
};

let harness: Harness;
let second: SecondAccount;
let nginx: Nginx;
let services: { a: ScriptedService; b: ScriptedService };
let url = "";

const portOf = ({ baseUrl }: ScriptedService): number => parseInt(new URL(baseUrl).port, 10);

beforeAll(async () => {
  if (!isNginxInstalled) return;
  harness = await startHarness();
  second = await addSecondAccount(harness);
  services = {
    a: await new ScriptedService(harness.clock).start(),
    b: await new ScriptedService(harness.clock).start(),
  };
  services.a.credentials = KEYS.a;
  services.b.credentials = KEYS.b;
  const port = await freePort();
  url = `http://127.0.0.1:${String(port)}`;
  nginx = await prepareNginx(port, { a: portOf(services.a), b: portOf(services.b) });
  const others = ["merchant", "tag"].map((of) => `map $uri $paydeck_cell_of_${of} { default a; }`);
  await writeFile(
    nginx.routesFile,
    `map $http_x_api_key $paydeck_cell_of_key { default a; "${KEYS.b.apiKey}" b; }
map $uri $paydeck_named_cell { default ""; }
${others.join("\n")}`,
  );
  await nginx.start();
});
afterAll(async () => {
  if (!isNginxInstalled) return;
  await nginx.stop();
  await services.a.stop();
  await services.b.stop();
  await second.stop();
  await harness.stop();
});

test.skipIf(!isNginxInstalled)(
  `one dashboard has accounts in two cells, each with its own payments and refunds${WITHOUT_NGINX}`,
  async () => {
    const admin = await harness.ctxOf("admin");
    for (const [slug, { apiKey, apiSalt }] of Object.entries(KEYS)) {
      const wanted = { name: `Shop ${slug}`, slug, colour: "green", baseUrl: url, apiKey, salt: apiSalt };
      const added = await addAccount(admin, { ...wanted, isOtherMerchant: true }, second.accounts);
      expect([slug, added.kind]).toEqual([slug, "added"]);
    }
    services.a.addPayment({ merchant_transaction_id: "ORDER-1", transaction_amount: "10.00" });
    services.b.addPayment({ merchant_transaction_id: "ORDER-1", transaction_amount: "20.00" });
    for (const [slug, amount] of [
      ["a", "10.00"],
      ["b", "20.00"],
    ] as const) {
      const account = await second.accounts.find(slug);
      if (account === null) throw new Error(`no account ${slug}`);
      const found = await account.routing.transactionStatus("ORDER-1");
      expect([slug, JSON.stringify(found)]).toEqual([slug, expect.stringContaining(amount)]);
      expect((await account.routing.capabilities()).isKnown).toBe(true);
    }
    for (const [slug, { apiKey }] of Object.entries(KEYS)) {
      const keys = services[slug as keyof typeof services].calls.map(({ headers }) => headers["x-api-key"]);
      expect([slug, new Set(keys)]).toEqual([slug, new Set([apiKey])]);
    }
  },
);
