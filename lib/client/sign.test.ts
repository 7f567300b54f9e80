import { createHash, createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { opsSignatureHeaders, signatureHeaders, UnsignableValueError } from "./sign";

const credentials = { apiKey: "test_key", salt: "test_salt" };
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const hashOf = async (...values: string[]) => (await signatureHeaders(credentials, values)).hash;

describe("the hash (specification 5)", () => {
  it("joins key, hashed values and salt with | and is lowercase SHA-256 hex", async () => {
    expect(await signatureHeaders(credentials, ["ORD-1"])).toEqual({
      "x-api-key": "test_key",
      hash: sha256("test_key|ORD-1|test_salt"),
    });
    expect(await hashOf("TXN1", "499.00")).toBe(sha256("test_key|TXN1|499.00|test_salt"));
  });

  it("hashes the very text: 1499.00 and 1499.0 differ", async () => {
    expect(await hashOf("T", "1499.00")).not.toBe(await hashOf("T", "1499.0"));
  });

  it("hashes UTF-8, so NFC and NFD are different references", async () => {
    expect(await hashOf("é")).toBe(sha256("test_key|é|test_salt"));
    expect(await hashOf("e\u0301")).not.toBe(await hashOf("\u00e9"));
  });

  it.each(["T|10.00", "", "a\0b", "\ud800"])("refuses to sign %j (decision 0024)", async (value) => {
    for (const values of [[value], ["TXN1", value], [value, "10.00"]])
      await expect(signatureHeaders(credentials, values)).rejects.toThrow(UnsignableValueError);
  });
});

it("signs an ops request over seconds, method, path and the body's SHA-256", async () => {
  const headers = await opsSignatureHeaders(credentials, {
    method: "POST",
    path: "/v1/ops/refunds/balance",
    body: '{"transaction_id":"TXN1"}',
    at: new Date("2026-11-21T09:00:00.900Z"),
  });
  const seconds = String(Date.UTC(2026, 10, 21, 9) / 1000);
  const input = `${seconds}\nPOST\n/v1/ops/refunds/balance\n${sha256('{"transaction_id":"TXN1"}')}`;
  expect(headers).toEqual({
    "x-api-key": "test_key",
    "x-ops-timestamp": seconds,
    "x-ops-signature": createHmac("sha256", "test_salt").update(input).digest("hex"),
  });
});
