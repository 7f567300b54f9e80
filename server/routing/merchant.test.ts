import { execFile } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectRoot } from "@/server/platform/root";
import { MerchantCode } from "./testing/merchant-code";
import { startTestService, TEST_SALT_KEY, type TestService } from "./testing/service";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

type Run = { code: number; stdout: string; stderr: string };
function run(args: string[], env: Record<string, string> = {}): Promise<Run> {
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
  const created = JSON.parse((await run(["create", "Shop One"])).stdout) as Printed;
  const merchant = new MerchantCode(service.baseUrl, created.key, created.salt);
  expect((await merchant.payment({}, "success")).success).toBe(true);
});

test("create refuses a name that is taken, and says what to do", async () => {
  await run(["create", "Twice"]);
  const again = await run(["create", "Twice"]);
  expect(again).toMatchObject({ code: 1, stdout: "" });
  expect(again.stderr).toContain('rotate "Twice"');
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

test("rotate prints a new key; the old one stops at once, or goes on for the overlap asked for", async () => {
  const first = JSON.parse((await run(["create", "Rotated"])).stdout) as Printed;
  const works = async ({ key, salt }: Printed): Promise<boolean> =>
    (await new MerchantCode(service.baseUrl, key, salt).status("x")).status === 404;
  const second = JSON.parse((await run(["rotate", "Rotated", "--overlap-hours", "2"])).stdout) as Printed;
  expect([await works(first), await works(second)]).toEqual([true, true]);
  const third = JSON.parse((await run(["rotate", "Rotated"])).stdout) as Printed;
  expect([await works(first), await works(second), await works(third)]).toEqual([false, false, true]);
});

test.each([
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

test("an unknown name and a blank one are refused in words", async () => {
  expect((await run(["rotate", "Nobody"])).stderr).toContain("list shows");
  expect((await run(["create", " "])).stderr).toContain("1 to 100 characters");
});

test("without a running stack and without variables it says what to do", async () => {
  const result = await run(["list"], {
    ROUTING_DATABASE_URL: "",
    ROUTING_SALT_KEY: "",
    DATA_DIR: "/nonexistent",
  });
  expect(result.code).toBe(1);
});
