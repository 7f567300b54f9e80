import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLogger } from "@/server/platform/log";
import { createPool } from "@/server/platform/pool";
import { systemClock } from "@/server/platform/clock";
import { createSaltBox } from "../store/keys/salt-box";
import { createMerchant, rotateMerchantKey } from "../usecases/manage-merchants";
import { addMerchant } from "@/tools/testing/routing/add-merchant";
import { MerchantCode, newReference, paymentBody, type Path } from "@/tools/testing/routing/merchant-code";
import { startTestService, TEST_SALT_KEY, type TestService } from "@/tools/testing/routing/service";

let service: TestService;
let other: MerchantCode;
const logger = createLogger("test", "silent");

async function withAdministration<T>(
  work: (deps: Parameters<typeof createMerchant>[0]) => Promise<T>,
): Promise<T> {
  const pool = createPool({
    connectionString: service.database.url,
    applicationName: "test",
    maxConnections: 2,
    logger,
  });
  try {
    const saltBox = createSaltBox(Buffer.from(TEST_SALT_KEY, "base64"));
    return await work({ pool, saltBox, clock: systemClock, defaultGateway: "simulator" });
  } finally {
    await pool.end();
  }
}

beforeAll(async () => {
  service = await startTestService();
  other = await addMerchant(service);
});
afterAll(() => service.stop());

const REFUSED = { detail: "Invalid authentication hash." };
const REFERENCE = "ORDER-1";

/** Each endpoint has a body and the values that its hash joins (specification 5). */
const REQUESTS: Record<Path, { body: Record<string, unknown>; hashed: string[] }> = {
  "/v1/route/initiate_payment": {
    body: paymentBody({ merchant_transaction_id: REFERENCE, transaction_amount: "10.00" }),
    hashed: [REFERENCE, "10.00"],
  },
  "/v1/route/transaction-status": { body: { merchant_transaction_id: REFERENCE }, hashed: [REFERENCE] },
  "/v1/route/transaction-cancel": { body: { merchant_transaction_id: REFERENCE }, hashed: [REFERENCE] },
  "/v1/route/refund-initiate/": {
    body: { transaction_id: "TXN1", refund_amount: "10.00" },
    hashed: ["TXN1", "10.00"],
  },
  "/v1/route/refund-status/": { body: { refund_id: "RFD1" }, hashed: ["RFD1"] },
};
const PATHS = Object.keys(REQUESTS) as Path[];

describe("the hash (specification 5)", () => {
  test("is SHA-256 in lowercase hexadecimal of the parts joined with |", () => {
    const merchant = new MerchantCode("", "key", "salt");
    expect(merchant.hash("T-1", "1499.00")).toBe(
      createHash("sha256").update("key|T-1|1499.00|salt").digest("hex"),
    );
  });

  test.each(PATHS)("%s accepts the hash of its own row", async (path) => {
    const { body, hashed } = REQUESTS[path];
    expect((await service.merchant.send(path, body, hashed)).status).not.toBe(401);
  });

  test("1499.00 and 1499.0 give different hashes: the amount is the exact string sent (rule 1)", async () => {
    const body = paymentBody({ transaction_amount: "1499.0" });
    const reference = String(body.merchant_transaction_id);
    const path = "/v1/route/initiate_payment";
    expect((await service.merchant.send(path, body, [reference, "1499.00"])).status).toBe(401);
    expect((await service.merchant.send(path, body, [reference, "1499.0"])).status).toBe(201);
  });

  test("refund-status does not join the amount", async () => {
    const reply = await service.merchant.send("/v1/route/refund-status/", { refund_id: "RFD1" }, [
      "RFD1",
      "10.00",
    ]);
    expect(reply.status).toBe(401);
  });
});

describe("401 Invalid authentication hash. (specification 5, rule 2)", () => {
  describe.each(PATHS)("%s", (path) => {
    const { body, hashed } = REQUESTS[path];
    const good = (): string => service.merchant.hash(...hashed);
    test.each<[string, (headers: Record<string, string>) => void]>([
      ["key unknown", (headers) => (headers["X-API-Key"] = "nobody")],
      ["key empty", (headers) => (headers["X-API-Key"] = "")],
      ["key missing", (headers) => delete headers["X-API-Key"]],
      ["hash missing", (headers) => delete headers.Hash],
      ["hash empty", (headers) => (headers.Hash = "")],
      ["hash of another value", (headers) => (headers.Hash = service.merchant.hash("x"))],
      ["hash in capitals (decision 0026)", (headers) => (headers.Hash = good().toUpperCase())],
      ["hash cut short (failure 19)", (headers) => (headers.Hash = good().slice(0, 63))],
      ["hash too long", (headers) => (headers.Hash = `${good()}0`)],
      ["hash of odd characters", (headers) => (headers.Hash = "é".repeat(64))],
      ["another merchant's key", (headers) => (headers["X-API-Key"] = other.apiKey)],
      [
        "another merchant's salt",
        (headers) =>
          (headers.Hash = new MerchantCode("", service.merchant.apiKey, other.salt).hash(...hashed)),
      ],
    ])("%s", async (_name, spoil) => {
      const headers: Record<string, string> = {
        "Content-Type": "application/json",
        "X-API-Key": service.merchant.apiKey,
        Hash: good(),
      };
      spoil(headers);
      const reply = await service.merchant.raw(path, { body: JSON.stringify(body), headers });
      expect([reply.status, reply.json]).toEqual([401, REFUSED]);
    });
  });

  test("the key is checked before the fields: an unknown key with an empty body is 401, a known one 400 (decision 0026)", async () => {
    for (const path of PATHS) {
      const stranger = new MerchantCode(service.baseUrl, "nobody", "x");
      expect((await stranger.send(path, {}, [])).status).toBe(401);
      expect((await service.merchant.send(path, {}, [])).status).toBe(400);
    }
  });

  test("a status hash cannot serve for a refund: no reference holds the joining sign (decision 0024, failure 16)", async () => {
    const payment = await service.merchant.payment({ transaction_amount: "10.00" });
    const forged = `${payment.transaction_id}|10.00`;
    expect((await service.merchant.initiate({ merchant_transaction_id: forged })).status).toBe(400);
    expect((await service.merchant.status(forged)).status).toBe(404);
  });
});

describe("another merchant's records behave as not found (specification 5, rule 3; failure 32)", () => {
  test("each answer is byte-identical to that for an id that never was", async () => {
    const payment = await service.merchant.payment();
    const refund = (await service.merchant.refund(payment.transaction_id, "1.00")).json as {
      refund_id: string;
    };
    const nothing = newReference();
    const pairs = [
      [await other.status(payment.merchant_transaction_id), await other.status(nothing)],
      [await other.cancel(payment.merchant_transaction_id), await other.cancel(nothing)],
      [await other.refund(payment.transaction_id, "1.00"), await other.refund(nothing, "1.00")],
      [await other.refundStatus(refund.refund_id), await other.refundStatus(nothing)],
      [
        await other.ops("POST", "/v1/ops/refunds/balance", { transaction_id: payment.transaction_id }),
        await other.ops("POST", "/v1/ops/refunds/balance", { transaction_id: nothing }),
      ],
      [
        await other.ops("POST", "/v1/ops/refunds/search", { transaction_id: payment.transaction_id }),
        await other.ops("POST", "/v1/ops/refunds/search", { transaction_id: nothing }),
      ],
    ];
    for (const [theirs, none] of pairs) {
      expect([theirs?.status, theirs?.text]).toEqual([none?.status, none?.text]);
    }
  });

  test("two merchants may use the same reference", async () => {
    const reference = newReference();
    expect((await service.merchant.initiate({ merchant_transaction_id: reference })).status).toBe(201);
    expect((await other.initiate({ merchant_transaction_id: reference })).status).toBe(201);
    expect((await other.status(reference)).json).toHaveLength(1);
  });
});

describe("keys", () => {
  test("a rotated key works, the old one stops at once, or after the overlap", async () => {
    await withAdministration(async (deps) => {
      const first = await createMerchant(deps, "Rotating");
      if (!first.ok) throw new Error(first.error.kind);
      const before = new MerchantCode(service.baseUrl, first.value.apiKey, first.value.salt);
      const overlapping = await rotateMerchantKey(deps, "Rotating", 3_600_000);
      if (!overlapping.ok) throw new Error(overlapping.error.kind);
      const during = new MerchantCode(service.baseUrl, overlapping.value.apiKey, overlapping.value.salt);
      expect([(await before.status("x")).status, (await during.status("x")).status]).toEqual([404, 404]);
      const final = await rotateMerchantKey(deps, "Rotating", 0);
      if (!final.ok) throw new Error(final.error.kind);
      const after = new MerchantCode(service.baseUrl, final.value.apiKey, final.value.salt);
      expect([
        (await before.status("x")).status,
        (await during.status("x")).status,
        (await after.status("x")).status,
      ]).toEqual([401, 401, 404]);
    });
  });

  test("salts lie in the database only sealed", async () => {
    const { rows } = await service.db.query<{ sealed_salt: Buffer }>(`select sealed_salt from api_keys`);
    for (const row of rows) {
      expect(row.sealed_salt.toString("latin1")).not.toContain(service.merchant.salt);
      expect(row.sealed_salt.toString("latin1")).not.toContain(other.salt);
    }
  });
});
