import { execFile } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "@/server/platform/clock";
import { projectRoot } from "@/server/platform/root";
import { SIMULATOR } from "./gateway/simulator/simulator";
import { runMerchantCommand } from "./merchant-command";
import { createSaltBox } from "./store/keys/salt-box";
import { MerchantCode } from "@/tools/testing/routing/merchant-code";
import { launch, startTestService, TEST_SALT_KEY, type TestService } from "@/tools/testing/routing/service";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

type Run = { code: number; stdout: string; stderr: string };
/** The command in this process, on the service's database: a program takes most of two seconds to start. */
async function run(args: string[], env: Record<string, string> = {}): Promise<Run> {
  const warned: string[] = [];
  try {
    const result = await runMerchantCommand(args, {
      withDeps: (work) =>
        work({
          pool: service.db,
          saltBox: createSaltBox(Buffer.from(TEST_SALT_KEY, "base64")),
          clock: systemClock,
          defaultGateway: SIMULATOR,
        }),
      ownCredentials: { apiKey: env.ROUTING_API_KEY, salt: env.ROUTING_API_SALT },
      warn: (text) => void warned.push(text),
    });
    return { code: 0, stdout: JSON.stringify(result), stderr: warned.join("") };
  } catch (error) {
    return { code: 1, stdout: "", stderr: (error as Error).message };
  }
}
function runProgram(args: string[], env: Record<string, string> = {}): Promise<Run> {
  const variables = {
    NODE_ENV: "test" as const,
    PATH: process.env.PATH,
    ROUTING_DATABASE_URL: service.database.url,
    ROUTING_SALT_KEY: TEST_SALT_KEY,
    ...env,
  };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(projectRoot(), "dist/merchant.js"), ...args],
      { env: variables },
      (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout, stderr }),
    );
  });
}
type Printed = { name: string; key: string; salt: string };

test("create prints a new merchant's key and salt as JSON, and they work on the running service at once", async () => {
  const created = JSON.parse((await runProgram(["create", "Shop One"])).stdout) as Printed;
  const merchant = new MerchantCode(service.baseUrl, created.key, created.salt);
  expect((await merchant.payment({}, "success")).success).toBe(true);
});

test("create-key adds a key with the access that was asked for, beside the earlier ones", async () => {
  const first = JSON.parse((await run(["create", "Reports"])).stdout) as Printed;
  const printed = JSON.parse(
    (await run(["create-key", "Reports", "--access", "read_only", "--label", "Ledger"])).stdout,
  ) as Printed;
  expect(printed).toMatchObject({ name: "Reports", label: "Ledger", access: "read_only" });
  const owner = new MerchantCode(service.baseUrl, first.key, first.salt);
  const reader = new MerchantCode(service.baseUrl, printed.key, printed.salt);
  const { transaction_id: paid, merchant_transaction_id: reference } = await owner.payment();
  expect((await reader.status(reference)).status).toBe(200);
  expect((await reader.refund(paid, "1.00")).status).toBe(403);
  expect((await run(["keys", "Reports"])).stdout).toContain('"access":"read_only"');
  for (const args of [
    ["--access", "refunds"],
    ["--label", "Ledger"],
    ["--access", "all", "--label"],
    ["--access", "all", "--label", " "],
  ]) {
    expect(await run(["create-key", "Reports", ...args])).toMatchObject({ code: 1, stdout: "" });
  }
  expect((await run(["create-key", "Nobody", "--access", "all"])).stderr).toContain("no merchant named");
});

test("create refuses a name that is in use, and says what to do", async () => {
  await run(["create", "Twice"]);
  const again = await run(["create", "Twice"]);
  expect(again).toMatchObject({ code: 1, stdout: "" });
  expect(again.stderr).toContain('rotate "Twice"');
});

test("create --own-key makes a merchant with credentials of the environment, and repeated changes nothing", async () => {
  const own = { ROUTING_API_KEY: "key_of_a_deployment", ROUTING_API_SALT: "salt_of_a_deployment" };
  const create = (name: string, env: Record<string, string>) => run(["create", name, "--own-key"], env);
  const first = await runProgram(["create", "Own Key", "--own-key"], own);
  expect(JSON.parse(first.stdout)).toEqual({ name: "Own Key", key: own.ROUTING_API_KEY, isNew: true });
  expect(first.stdout + first.stderr).not.toContain(own.ROUTING_API_SALT);
  const merchant = new MerchantCode(service.baseUrl, own.ROUTING_API_KEY, own.ROUTING_API_SALT);
  expect((await merchant.payment({}, "success")).success).toBe(true);
  expect(JSON.parse((await create("Own Key", own)).stdout)).toMatchObject({ isNew: false });

  for (const [name, changes] of [
    ["Own Key", { ROUTING_API_SALT: "another_salt_of_a_deployment" }],
    ["Own Key", { ROUTING_API_KEY: "another_key_of_a_deployment" }],
    ["Another Name", {}],
  ] as const) {
    const refused = await create(name, { ...own, ...changes });
    expect([refused.code, refused.stdout], name).toEqual([1, ""]);
    expect(refused.stderr).toContain("Nothing was changed");
  }
  const short = await create("Short", { ...own, ROUTING_API_SALT: "short" });
  expect([short.code, short.stderr.includes("16 to 200")]).toEqual([1, true]);
});

test.each([
  ["another salt key", Buffer.alloc(32, "another-salt-key").toString("base64"), "is not the one that sealed"],
  ["a salt key that is too short", "c2hvcnQ=", "must be 32 bytes in base64"],
])("%s creates nothing: the service could not read the salt", async (_name, saltKey, words) => {
  const refused = await runProgram(["create", "Wrong Box"], { ROUTING_SALT_KEY: saltKey });
  expect([refused.code, refused.stdout]).toEqual([1, ""]);
  expect(refused.stderr).toContain(words);
  expect((await run(["list"])).stdout).not.toContain("Wrong Box");
});

test("a service with another salt key than its database does not start, and says why", async () => {
  const variables = { ...service.variables, ROUTING_SALT_KEY: Buffer.alloc(32, "other").toString("base64") };
  await expect(launch(variables)).rejects.toThrow("ROUTING_SALT_KEY is not the one that sealed");
});

test("list shows merchants and their working keys, and no salt", async () => {
  const created = JSON.parse((await run(["create", "Listed"])).stdout) as Printed;
  const { stdout } = await run(["list"]);
  const listed = (JSON.parse(stdout) as { name: string; keys: string[] }[]).find(
    ({ name }) => name === "Listed",
  );
  expect(listed?.keys).toEqual([created.key]);
  expect(stdout).not.toContain(created.salt);
});

test("rotate prints a new key; the old one stops at once, or works on for the requested overlap", async () => {
  const first = JSON.parse((await run(["create", "Rotated"])).stdout) as Printed;
  const works = async ({ key, salt }: Printed): Promise<boolean> =>
    (await new MerchantCode(service.baseUrl, key, salt).status("x")).status === 404;
  const second = JSON.parse((await run(["rotate", "Rotated", "--overlap-hours", "2"])).stdout) as Printed;
  expect([await works(first), await works(second)]).toEqual([true, true]);
  const third = JSON.parse((await run(["rotate", "Rotated"])).stdout) as Printed;
  expect([await works(first), await works(second), await works(third)]).toEqual([false, false, true]);
});

test("keys and revoke show and change the keys of a merchant, and never a salt", async () => {
  const first = JSON.parse((await run(["create", "Keyring"])).stdout) as Printed;
  const second = JSON.parse((await run(["rotate", "Keyring", "--overlap-hours", "2"])).stdout) as Printed;
  const revoked = await run(["revoke", first.key]);
  expect(JSON.parse(revoked.stdout)).toMatchObject({ key: first.key, status: "REVOKED" });
  const { stdout } = await run(["keys", "Keyring"]);
  expect(JSON.parse(stdout)).toMatchObject([
    { key: second.key, status: "ACTIVE", revokedAt: null },
    { key: first.key, status: "REVOKED", revokedAt: expect.any(String) as string },
  ]);
  expect(stdout).not.toContain(first.salt);
  expect(stdout).not.toContain(second.salt);
  expect((await new MerchantCode(service.baseUrl, first.key, first.salt).status("x")).status).toBe(401);
  const last = await run(["revoke", second.key]);
  expect([last.code, last.stderr.includes("rotate NAME")]).toEqual([1, true]);
});

test("limit shows and changes what a merchant may send, from the next request on, with whatever key", async () => {
  const first = JSON.parse((await run(["create", "Limited"])).stdout) as Printed;
  const merchant = new MerchantCode(service.baseUrl, first.key, first.salt);
  const limited = await run(["limit", "Limited", "--per-second", "1", "--burst", "4"]);
  expect(JSON.parse(limited.stdout)).toEqual({ name: "Limited", ratePerSecond: 1, rateBurst: 4 });
  const flood = await Promise.all(Array.from({ length: 30 }, () => merchant.status("none")));
  expect(flood.filter(({ status }) => status === 429).length).toBeGreaterThan(10);
  const second = await run(["limit", "Limited", "--burst", "default"]);
  expect(JSON.parse(second.stdout)).toEqual({ name: "Limited", ratePerSecond: 1, rateBurst: null });
  const listed = JSON.parse((await run(["list"])).stdout) as { name: string }[];
  expect(listed.find(({ name }) => name === "Limited")).toMatchObject({ ratePerSecond: 1, rateBurst: null });
});

test("an unknown key and a limit that is none are refused in words", async () => {
  expect((await run(["revoke", "key_nobody"])).stderr).toContain("keys NAME shows");
  expect((await run(["limit", "Nobody", "--burst", "0"])).stderr).toContain("whole number");
  expect((await run(["limit", "Nobody", "--burst", "5"])).stderr).toContain("list shows");
  expect((await run(["limit", "key_nobody", "--burst", "5"])).stderr).toContain("name the merchant");
  expect((await run(["keys", "Nobody"])).stderr).toContain("list shows");
});

test.each([
  [["keys"]],
  [["revoke"]],
  [["limit", "k"]],
  [["limit", "k", "--rate", "5"]],
  [[]],
  [["create"]],
  [["create", "--x"]],
  [["remove", "x"]],
  [["create", "x", "y"]],
  [["rotate", "x", "--overlap-hours", "-1"]],
  [["rotate", "x", "--overlap-hours"]],
])("%j is refused with the usage", async (args) => {
  const result = await run(args);
  expect([result.code, result.stdout]).toEqual([1, ""]);
  expect(result.stderr).toContain("npm run merchant -- create NAME");
});

test("a refused command prints nothing but the reason, and its exit code is 1", async () => {
  const result = await runProgram(["remove", "x"]);
  expect([result.code, result.stdout]).toEqual([1, ""]);
  expect(result.stderr).toContain("npm run merchant -- create NAME");
});

test("an unknown name and a blank one are refused in words", async () => {
  expect((await run(["rotate", "Nobody"])).stderr).toContain("list shows");
  expect((await run(["create", " "])).stderr).toContain("1 to 100 characters");
});

test("without a running stack and without variables it says what to do", async () => {
  const result = await runProgram(["list"], {
    ROUTING_DATABASE_URL: "",
    ROUTING_SALT_KEY: "",
    DATA_DIR: "/nonexistent",
  });
  expect(result.code).toBe(1);
});
