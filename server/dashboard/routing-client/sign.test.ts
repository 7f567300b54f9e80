import { createHash, createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { opsSignatureHeaders, signatureHeaders, UnsignableValueError } from "./sign";

const credentials = { apiKey: "test_key", apiSalt: "test_salt" };
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

describe("the hash of section 5", () => {
  it("joins key, hashed values and salt with | and is lowercase SHA-256 hex", () => {
    expect(signatureHeaders(credentials, ["ORD-1"])).toEqual({
      "x-api-key": "test_key",
      hash: sha256("test_key|ORD-1|test_salt"),
    });
    expect(signatureHeaders(credentials, ["TXN1", "499.00"]).hash).toBe(
      sha256("test_key|TXN1|499.00|test_salt"),
    );
  });

  it("hashes the very text: 1499.00 and 1499.0 differ", () => {
    expect(signatureHeaders(credentials, ["T", "1499.00"]).hash).not.toBe(
      signatureHeaders(credentials, ["T", "1499.0"]).hash,
    );
  });

  it("hashes UTF-8, so NFC and NFD are different references", () => {
    expect(signatureHeaders(credentials, ["é"]).hash).toBe(sha256("test_key|é|test_salt"));
    expect(signatureHeaders(credentials, ["e\u0301"]).hash).not.toBe(
      signatureHeaders(credentials, ["\u00e9"]).hash,
    );
  });

  it.each(["T|10.00", "", "a\0b", "\ud800"])("refuses to sign %j (D1)", (value) => {
    expect(() => signatureHeaders(credentials, [value])).toThrow(UnsignableValueError);
  });
});

it("signs an ops request over seconds, method, path and the body's SHA-256", () => {
  const headers = opsSignatureHeaders(credentials, {
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
