import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectRoot } from "@/server/platform/root";
import { choose, newReference } from "@/tools/testing/routing/merchant-code";
import { startTestService, type TestService } from "@/tools/testing/routing/service";

/** The programs of docs/client.md, unchanged, run on the client in a folder as the page says to make it, and the real service. */
const guide = readFileSync(join(projectRoot(), "docs/client.md"), "utf8");
const [createPayment = "", refundOnce = ""] = [...guide.matchAll(/^```js\n(.*?)^```$/gms)].map(
  ([, program = ""]) => program,
);

const [install = ""] = [...guide.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands = ""]) => commands);

let service: TestService;
let folder: string;
beforeAll(async () => {
  service = await startTestService();
  folder = await mkdtemp(join(tmpdir(), "paydeck-shop-"));
  const root = projectRoot();
  // Tests reach no registry.
  const zod = `mkdir node_modules && cp -r ${root}/node_modules/zod node_modules`;
  // The build of a test run has no types: client-types.process.test.ts makes and tries them.
  const commands = install
    .replace(" /path/to/paydeck/dist/client.d.ts /path/to/paydeck/dist/types", "")
    .replaceAll("/path/to/paydeck", root)
    .replace("npm install zod@4", zod);
  await promisify(execFile)("sh", ["-e", "-c", commands], { cwd: folder });
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

type Printed = { code: number; out: string; errors: string };

async function run(program: string, values: string[], env: Record<string, string> = {}): Promise<Printed> {
  const { apiKey, salt } = service.merchant;
  await writeFile(join(folder, "program.js"), program);
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ["program.js", ...values],
      {
        cwd: folder,
        env: {
          NODE_ENV: "test",
          PAYDECK_URL: service.baseUrl,
          PAYDECK_API_KEY: apiKey,
          PAYDECK_API_SALT: salt,
          ...env,
        },
      },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === "number" ? error.code : -1;
        resolve({ code, out: stdout.trim(), errors: stderr });
      },
    );
  });
}

describe("creating a payment, as the guide has it", () => {
  test("prints the link to send the customer to", async () => {
    const printed = await run(createPayment, [newReference()]);
    expect(printed).toMatchObject({ code: 0, errors: "" });
    expect(printed.out).toMatch(/^send the customer to http:\S+\/pay\/\S+$/);
  });

  test("prints a refusal by its field, a service that is unavailable, and one that lost its salt", async () => {
    const reference = newReference();
    await run(createPayment, [reference]);
    expect((await run(createPayment, [reference])).out).toContain("Already exists");
    const nowhere = await run(createPayment, [reference], { PAYDECK_URL: "http://no-such-host.invalid" });
    expect(nowhere.out).toBe("the service could not be reached, nothing was created");
    const wrong = await run(createPayment, [reference], { PAYDECK_API_SALT: "test_salt_wrong" });
    expect(wrong.out).toContain("key_refused");
  });

  test("an option that is missing is named, and no secret is printed", async () => {
    const printed = await run(createPayment, [newReference()], { PAYDECK_URL: "" });
    expect(printed.code).toBe(1);
    expect(printed.errors).toContain("createPaydeckClient: baseUrl must be an http or https address");
    expect(printed.errors).not.toContain(service.merchant.salt);
  });
});

describe("refunding, as the guide has it", () => {
  test("sees the refund through, and a second run under the same key refunds nothing more", async () => {
    const payment = await service.merchant.payment();
    const values = [payment.transaction_id, newReference()];
    for (let runs = 0; runs < 2; runs += 1) {
      expect(await run(refundOnce, values)).toEqual({
        code: 0,
        out: "the refund ended as SUCCESS",
        errors: "",
      });
    }
    const refunds = await service.merchant.ops("POST", "/v1/ops/refunds/search", {
      transaction_id: payment.transaction_id,
    });
    expect(refunds.json).toMatchObject({ refunds: [{ refund_amount: "120.50" }] });
  });

  test("a payment that was never paid is refused in the service's words", async () => {
    const payment = await service.merchant.payment({}, null);
    await choose(payment.payment_link, "drop");
    const printed = await run(refundOnce, [payment.transaction_id, newReference()]);
    expect(printed.code).toBe(1);
    expect(printed.errors).toContain("Refund is allowed only for successful transactions.");
  });
});
