import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { opsSignatureHeaders, signatureHeaders } from "@/lib/client/sign";
import { ENDPOINTS } from "@/lib/contract/endpoints";
import { projectRoot } from "@/server/platform/root";
import { choose, eventually, MerchantCode, newReference } from "@/tools/testing/routing/merchant-code";
import { startTestService, type TestService } from "@/tools/testing/routing/service";

/**
 * Tests docs/signing: the vectors hold for the service itself, the client and the tests' merchant code, and the
 * programs there sign and call as they say. A program whose tools are missing here is skipped by name.
 */
const FOLDER = join(projectRoot(), "docs/signing");

const endpointNames = Object.keys(ENDPOINTS) as [keyof typeof ENDPOINTS];
const { api_key, api_salt, hashes, ops_signatures } = z
  .object({
    api_key: z.string(),
    api_salt: z.string(),
    hashes: z.array(
      z.object({
        name: z.string(),
        endpoint: z.enum(endpointNames),
        body: z.string(),
        parts: z.array(z.string()),
        hash: z.string(),
      }),
    ),
    ops_signatures: z.array(
      z.object({
        name: z.string(),
        timestamp: z.string(),
        method: z.enum(["GET", "POST"]),
        path: z.string(),
        body: z.string(),
        signature: z.string(),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(join(FOLDER, "vectors.json"), "utf8")));

const credentials = { apiKey: api_key, salt: api_salt };
let service: TestService;
let merchant: MerchantCode;
beforeAll(async () => {
  service = await startTestService({ SANDBOX_API_KEY: api_key, SANDBOX_API_SALT: api_salt });
  merchant = new MerchantCode(service.baseUrl, api_key, api_salt);
});
afterAll(() => service.stop());

describe("the vectors", () => {
  test("are there for every endpoint", () => {
    expect(new Set(hashes.map(({ endpoint }) => endpoint))).toEqual(new Set(endpointNames));
  });

  test.each(hashes)(
    "$endpoint: $name: the service takes this hash for this body, and no other",
    async ({ endpoint, body, hash }) => {
      const call = (sent: string) =>
        merchant.raw(ENDPOINTS[endpoint].path, {
          body,
          headers: { "Content-Type": "application/json", "X-API-Key": api_key, Hash: sent },
        });
      const other = hash.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
      expect((await call(other)).status).toBe(401);
      const { status } = await call(hash);
      expect(endpoint === "initiate_payment" ? [201] : [200, 404]).toContain(status);
    },
  );

  test.each(hashes)("$endpoint: $name: the client signs so", async ({ parts, hash }) => {
    expect((await signatureHeaders(credentials, parts)).hash).toBe(hash);
    expect(merchant.hash(...parts)).toBe(hash);
  });

  test.each(ops_signatures)("ops: $name: the client signs so", async (vector) => {
    const { method, path, body, timestamp } = vector;
    const at = new Date(Number.parseInt(timestamp, 10) * 1000);
    expect(await opsSignatureHeaders(credentials, { method, path, body, at })).toMatchObject({
      "x-ops-timestamp": timestamp,
      "x-ops-signature": vector.signature,
    });
  });
});

type Printed = { code: number; out: string; errors: string };

const PROGRAMS = [
  { name: "paydeck.sh", command: "sh", needs: ["sh", "curl", "openssl"] },
  { name: "paydeck.py", command: "python3", needs: ["python3"] },
].map((program) => ({ ...program, missing: program.needs.filter((tool) => !isThere(tool)) }));

function isThere(tool: string): boolean {
  return spawnSync(tool, ["--version"], { stdio: "ignore" }).error === undefined;
}

for (const { name, command, missing } of PROGRAMS) {
  const reason = missing.length > 0 ? ` (skipped: there is no ${missing.join(", ")} here)` : "";
  describe.skipIf(missing.length > 0)(`docs/signing/${name}${reason}`, () => {
    const run = (...values: string[]): Promise<Printed> => runAt(service.baseUrl, values);
    const runAt = (url: string, values: string[]): Promise<Printed> =>
      new Promise((resolve) => {
        const env = {
          NODE_ENV: "test" as const,
          PATH: process.env.PATH,
          HOME: process.env.HOME,
          LANG: "C.UTF-8",
          PAYDECK_URL: url,
          PAYDECK_API_KEY: api_key,
          PAYDECK_API_SALT: api_salt,
        };
        execFile(command, [join(FOLDER, name), ...values], { env }, (error, stdout, stderr) => {
          const code = error === null ? 0 : typeof error.code === "number" ? error.code : -1;
          resolve({ code, out: stdout.trim(), errors: stderr });
        });
      });

    /** Body and status of the response to a call. */
    const call = async (...values: string[]): Promise<{ status: string; body: unknown }> => {
      const { code, out, errors } = await run(...values);
      expect([code, errors.replace(/^Idempotency-Key: .*\n/, "")]).toEqual([0, ""]);
      const [status = "", ...lines] = out.split("\n").reverse();
      return { status, body: JSON.parse(lines.reverse().join("\n")) as unknown };
    };

    test("signs every vector", async () => {
      const wanted = [
        ...hashes.map(({ parts, hash }) => ({ values: ["sign", ...parts], printed: hash })),
        ...ops_signatures.map(({ timestamp, method, path, body, signature }) => ({
          values: ["sign_ops", timestamp, method, path, body],
          printed: signature,
        })),
      ];
      const printed = await Promise.all(wanted.map(({ values }) => run(...values)));
      expect(printed.map(({ out }) => out)).toEqual(wanted.map((vector) => vector.printed));
    });

    test("creates, looks up and cancels a payment, whatever its reference is written with", async () => {
      const reference = `ऑर्डर "☕" \\ 'é' ${newReference()}`;
      const created = await call("initiate_payment", reference, "500.0");
      expect(created).toMatchObject({ status: "201", body: { merchant_transaction_id: reference } });
      expect(await call("transaction_cancel", reference)).toMatchObject({ status: "200" });
      expect(await call("transaction_status", reference)).toMatchObject({
        status: "200",
        body: [{ transaction_amount: "500.00", transaction_status: "CANCELLED" }],
      });
      expect(await call("transaction_status", newReference())).toMatchObject({ status: "404" });
    });

    test("refunds once under one key, and sees the refund through", async () => {
      const created = await merchant.initiate();
      const { payment_link, transaction_id } = created.json as Record<string, string>;
      await choose(payment_link ?? "", "success");
      const order = ["refund_initiate", transaction_id ?? "", "120.5", 'It was "broken"', newReference()];
      const { status, body } = await call(...order);
      expect([status, body]).toMatchObject(["201", { refund_amount: "120.50" }]);
      expect(await call(...order)).toEqual({ status, body });
      const { refund_id } = body as { refund_id: string };
      await eventually(
        async () => (await call("refund_status", refund_id)).body as { refund_status: string },
        ({ refund_status }) => refund_status === "SUCCESS",
      );
    });

    test("calls the ops extension, with a body and without", async () => {
      expect(await call("ops", "GET", "/v1/ops/capabilities")).toMatchObject({
        status: "200",
        body: { version: 1 },
      });
      const body = JSON.stringify({ merchant_transaction_id: "ऑर्डर-42 ☕😀" });
      expect(await call("ops", "POST", "/v1/ops/refunds/search", body)).toEqual({
        status: "200",
        body: { refunds: [], next_cursor: null },
      });
    });

    test("no response is reported as none, and is no success", async () => {
      const { code, out, errors } = await runAt("http://127.0.0.1:1", ["transaction_cancel", "ORDER-1"]);
      expect([code === 0, out.replace("000", "")]).toEqual([false, ""]);
      expect(errors).not.toBe("");
    });

    test.each([
      ["a value that holds |", ["transaction_status", "T|10.00"]],
      ["an empty value", ["initiate_payment", "", "10.00"]],
      ["an unknown command", ["initiate", "ORDER-1"]],
      ["too few values", ["initiate_payment", "ORDER-1"]],
    ])("%s is refused in words, and nothing is sent", async (_what, values) => {
      const { code, out, errors } = await run(...values);
      expect([code, out]).toEqual([2, ""]);
      expect(errors).not.toBe("");
    });
  });
}
