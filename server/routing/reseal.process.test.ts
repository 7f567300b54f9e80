import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePorts } from "@/tools/checks/programs.mjs";
import { projectRoot } from "@/server/platform/root";
import { SIMULATOR } from "./gateway/simulator/simulator";
import { createSaltBox } from "./store/keys/salt-box";
import { depsOn } from "@/tools/testing/routing/deps";
import { MerchantCode } from "@/tools/testing/routing/merchant-code";
import { launch, startTestService, TEST_SALT_KEY, type TestService } from "@/tools/testing/routing/service";
import { ops } from "@/tools/testing/routing/webhook-ops";
import { openCredentials, sealCredentials } from "./usecases/gateways/sealed-credentials";
import { createMerchant } from "./usecases/manage-merchants";
import { openWebhookSecret } from "./usecases/webhooks/webhook-secret";

/** A change of ROUTING_SALT_KEY from the old to the new key, while two processes of the service run. */
const OLD_KEY = TEST_SALT_KEY;
const NEW_KEY = Buffer.alloc(32, "the-next-salt-key").toString("base64");
const MERCHANTS = 150;
const [otherPort = ""] = freePorts(1);

let service: TestService;
/** A process that was restarted already: the new key is its first. */
let restarted: ChildProcess;
let merchants: MerchantCode[];

beforeAll(async () => {
  service = await startTestService({ ROUTING_OTHER_SALT_KEY: NEW_KEY });
  restarted = await launch({
    ...service.variables,
    ROUTING_PORT: otherPort,
    ROUTING_SALT_KEY: NEW_KEY,
    ROUTING_OTHER_SALT_KEY: OLD_KEY,
  });
  const { deps, close } = depsOn(service);
  merchants = [];
  for (let number = 0; number < MERCHANTS; number += 1) {
    const created = await createMerchant(
      { ...deps, defaultGateway: SIMULATOR },
      `Merchant ${String(number)}`,
    );
    if (!created.ok) throw new Error(created.error.kind);
    merchants.push(new MerchantCode(service.baseUrl, created.value.apiKey, created.value.salt));
  }
  await close();
});
afterAll(async () => {
  if (restarted.exitCode === null) {
    restarted.kill("SIGTERM");
    await once(restarted, "exit");
  }
  await service.stop();
});

function startReseal(saltKey: string, otherKey: string): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, [join(projectRoot(), "dist/reseal.js")], {
    env: {
      NODE_ENV: "production",
      PATH: process.env.PATH,
      ROUTING_DATABASE_URL: service.database.url,
      ROUTING_SALT_KEY: saltKey,
      ROUTING_OTHER_SALT_KEY: otherKey,
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  return { child, output: () => output };
}

/** How many salts are sealed with the new key. */
async function countNew(): Promise<number> {
  const box = createSaltBox(Buffer.from(NEW_KEY, "base64"));
  const { rows } = await service.db.query<{ api_key: string; sealed_salt: Buffer }>(
    "select api_key, sealed_salt from api_keys",
  );
  return rows.filter((row) => {
    try {
      box.open(row.api_key, row.sealed_salt);
      return true;
    } catch {
      return false;
    }
  }).length;
}

test("salts are sealed again while both keys are in use, through kill -9, and no request fails", async () => {
  const [first] = merchants;
  if (first === undefined) throw new Error("there is no merchant");
  const created = await ops(first, "webhooks.create", {
    url: "https://shop.example.com/hook",
    description: "",
    events: ["payment.succeeded"],
  });
  const { endpoint_id: endpointId, secret } = created;
  const rotated = await ops(first, "webhooks.rotate_secret", {
    endpoint_id: endpointId,
    overlap_hours: 24,
  });

  // Credentials of a merchant's own account at a vendor are sealed, too.
  const account = { merchantId: 1, gateway: "stripe", account: 1 };
  const own = {
    gateway: "stripe",
    secret_key: "sk_test_of_the_merchant",
    webhook_secret: "whsec_1",
  } as const;
  const sealed = sealCredentials(createSaltBox(Buffer.from(OLD_KEY, "base64")), account, own);
  await service.db.query(
    `insert into gateway_accounts (merchant_id, gateway, account, sealed_credentials, hint, is_live, created_at, created_by,
       changed_at, changed_by) values (1, 'stripe', 1, $1, '', false, now(), 'asha', now(), 'asha')`,
    [sealed],
  );

  const statuses = new Set<number>();
  let isDone = false;
  const requests = (async () => {
    for (let number = 0; !isDone; number += 1) {
      const merchant = merchants[number % merchants.length];
      const at = number % 2 === 0 ? service.baseUrl : `http://127.0.0.1:${otherPort}`;
      // Unknown, but the signature was right.
      statuses.add((await merchant?.at(at).status(`unknown-${String(number)}`))?.status ?? 0);
    }
  })();

  for (const least of [1, 40, 80]) {
    const { child } = startReseal(NEW_KEY, OLD_KEY);
    const ended = once(child, "exit");
    while (child.exitCode === null && (await countNew()) < least);
    child.kill("SIGKILL");
    await ended;
  }
  const last = startReseal(NEW_KEY, OLD_KEY);
  await once(last.child, "close");
  expect(last.child.exitCode, last.output()).toBe(0);
  expect(last.output()).toContain("webhook secrets: 1 of 1 sealed again");
  expect(last.output()).toContain("gateway credentials: 1 of 1 sealed again");
  isDone = true;
  await requests;
  expect([...statuses]).toEqual([404]);

  // Every key, also that of the sandbox.
  expect(await countNew()).toBe(MERCHANTS + 1);
  const { rows } = await service.db.query<{ merchant_id: number; current: Buffer; previous: Buffer }>(
    "select merchant_id, sealed_secret as current, previous_sealed_secret as previous from webhook_endpoints",
  );
  const box = createSaltBox(Buffer.from(NEW_KEY, "base64"));
  const opened = rows.map(({ merchant_id: merchantId, current, previous }) =>
    [current, previous].map((sealed) => openWebhookSecret(box, merchantId, endpointId, sealed)),
  );
  expect(opened).toEqual([[rotated.secret, secret]]);
  const accounts = await service.db.query<{ sealed: Buffer; revision: number }>(
    "select sealed_credentials as sealed, revision from gateway_accounts",
  );
  // They are the same credentials: no process needs to open them again.
  expect(accounts.rows.map(({ revision }) => revision)).toEqual([1]);
  expect(openCredentials(box, account, accounts.rows[0]?.sealed ?? Buffer.alloc(0))).toEqual(own);

  const again = startReseal(NEW_KEY, OLD_KEY);
  await once(again.child, "close");
  expect(again.output()).toContain(`salts: 0 of ${String(MERCHANTS + 1)} sealed again`);
});

test("afterwards the new key alone is enough, and the old one alone is refused", async () => {
  const [port = ""] = freePorts(1);
  const alone = { ...service.variables, ROUTING_PORT: port, ROUTING_OTHER_SALT_KEY: "" };
  const process = await launch({ ...alone, ROUTING_SALT_KEY: NEW_KEY });
  try {
    for (const merchant of merchants.slice(0, 5)) {
      expect((await merchant.at(`http://127.0.0.1:${port}`).status("unknown")).status).toBe(404);
    }
  } finally {
    process.kill("SIGTERM");
    await once(process, "exit");
  }
  await expect(launch({ ...alone, ROUTING_SALT_KEY: OLD_KEY })).rejects.toThrow("is not the one that sealed");
});

test("a process that lost the old key too early refuses the merchants of one salt alone", async () => {
  const [port = ""] = freePorts(1);
  const last = merchants.at(-1);
  if (last === undefined) throw new Error("there is no merchant");
  const { rows } = await service.db.query<{ sealed_salt: Buffer }>(
    "select sealed_salt from api_keys where api_key = $1",
    [last.apiKey],
  );
  const newBox = createSaltBox(Buffer.from(NEW_KEY, "base64"));
  const oldBox = createSaltBox(Buffer.from(OLD_KEY, "base64"));
  const before = rows[0]?.sealed_salt ?? Buffer.alloc(0);
  const store = (sealed: Buffer): Promise<unknown> =>
    service.db.query("update api_keys set sealed_salt = $2 where api_key = $1", [last.apiKey, sealed]);
  await store(oldBox.seal(last.apiKey, newBox.open(last.apiKey, before)));
  try {
    const alone = { ...service.variables, ROUTING_PORT: port, ROUTING_OTHER_SALT_KEY: "" };
    const process = await launch({ ...alone, ROUTING_SALT_KEY: NEW_KEY });
    const at = `http://127.0.0.1:${port}`;
    const statuses = [last, merchants[0]].map(
      async (merchant) => (await merchant?.at(at).status("unknown"))?.status,
    );
    expect(await Promise.all(statuses)).toEqual([503, 404]);
    process.kill("SIGTERM");
    await once(process, "exit");
  } finally {
    await store(before);
  }
});

test("wrong and missing keys are refused in words, and change nothing", async () => {
  const other = Buffer.alloc(32, "of-another-place").toString("base64");
  for (const [saltKey, otherKey, words] of [
    [other, OLD_KEY, "open with neither ROUTING_SALT_KEY nor"],
    [NEW_KEY, "", "Set one of the two or both"],
    [NEW_KEY, "short", "ROUTING_OTHER_SALT_KEY must be 32 bytes"],
    ["short", OLD_KEY, "ROUTING_SALT_KEY must be 32 bytes"],
  ] as const) {
    const { child, output } = startReseal(saltKey, otherKey);
    await once(child, "close");
    expect([child.exitCode, output()]).toEqual([1, expect.stringContaining(words)]);
  }
  expect(await countNew()).toBe(MERCHANTS + 1);
});
