import { createHash, createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { KeyOwner } from "./authenticate";
import { hashMatches, type OpsRequest, opsSignatureMatches } from "./signatures";

const owner: KeyOwner = {
  merchantId: 1,
  apiKey: "key",
  salt: "sält",
  keyId: "k_1",
  access: "all",
  rateLimits: { perSecond: null, burst: null },
  merchantLimits: { perSecond: null, burst: null },
};
const sha256 = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");

describe("the hash of a request (specification 5)", () => {
  const hash = sha256("key|ORD-é|1499.00|sält");

  test("is that of key, hashed values and salt in this order", () => {
    expect(hashMatches(owner, ["ORD-é", "1499.00"], hash)).toBe(true);
  });

  test.each([
    ["absent", undefined],
    ["empty", ""],
    ["cut short", hash.slice(0, -1)],
    ["in capitals", hash.toUpperCase()],
    ["of no value", sha256("key|sält")],
  ])("%s is no match", (_, sent) => {
    expect(hashMatches(owner, ["ORD-é", "1499.00"], sent)).toBe(false);
  });

  test("of other values, of another order or of another salt is no match", () => {
    expect(hashMatches(owner, ["ORD-é", "1499.0"], hash)).toBe(false);
    expect(hashMatches(owner, ["1499.00", "ORD-é"], hash)).toBe(false);
    expect(hashMatches({ ...owner, salt: "salt" }, ["ORD-é", "1499.00"], hash)).toBe(false);
  });
});

describe("the signature of the ops extension", () => {
  const SIGNED_AT_SECONDS = 1_795_255_200;
  const rawBody = Buffer.from('{"reference":"é"}');
  const signature = signed(`${SIGNED_AT_SECONDS}\nPOST\n/v1/ops/x?a=1\n${sha256('{"reference":"é"}')}`);
  const request: OpsRequest = {
    method: "POST",
    path: "/v1/ops/x?a=1",
    rawBody,
    timestamp: String(SIGNED_AT_SECONDS),
    signature,
  };
  const matches = (change: Partial<OpsRequest>, afterSeconds = 0): boolean =>
    opsSignatureMatches(
      owner,
      { ...request, ...change },
      new Date((SIGNED_AT_SECONDS + afterSeconds) * 1000),
    );

  function signed(input: string): string {
    return createHmac("sha256", owner.salt).update(input, "utf8").digest("hex");
  }

  test("is over seconds, method, path with its query, and the body's hash", () => {
    expect(matches({})).toBe(true);
    expect(matches({ method: "GET" })).toBe(false);
    expect(matches({ path: "/v1/ops/x" })).toBe(false);
    expect(matches({ rawBody: Buffer.from('{"reference": "é"}') })).toBe(false);
    expect(matches({ timestamp: String(SIGNED_AT_SECONDS + 1) })).toBe(false);
  });

  test("counts for five minutes in both directions, to the second", () => {
    for (const seconds of [-300, 300]) expect(matches({}, seconds), String(seconds)).toBe(true);
    for (const seconds of [-301, -300.001, 300.001, 301, 1e9])
      expect(matches({}, seconds), String(seconds)).toBe(false);
  });

  test("that is absent or wrong is no match", () => {
    expect(matches({ signature: undefined })).toBe(false);
    expect(matches({ signature: "" })).toBe(false);
    expect(matches({ signature: signature.toUpperCase() })).toBe(false);
    expect(matches({ timestamp: undefined })).toBe(false);
  });

  test.each([
    ["text before it", `x${SIGNED_AT_SECONDS}`],
    ["text behind it", `${SIGNED_AT_SECONDS}x`],
    ["a fraction", `${SIGNED_AT_SECONDS}.5`],
    ["thirteen digits", String(SIGNED_AT_SECONDS).padStart(13, "0")],
    ["nothing", ""],
    ["no digits", "soon"],
  ])("does not count with %s for seconds, though it was signed so", (_, timestamp) => {
    const input = `${timestamp}\nPOST\n/v1/ops/x?a=1\n${sha256('{"reference":"é"}')}`;
    expect(matches({ timestamp, signature: signed(input) })).toBe(false);
  });

  test("counts with up to twelve digits, signed as they were sent", () => {
    const timestamp = String(SIGNED_AT_SECONDS).padStart(12, "0");
    const input = `${timestamp}\nPOST\n/v1/ops/x?a=1\n${sha256('{"reference":"é"}')}`;
    expect(matches({ timestamp, signature: signed(input) })).toBe(true);
  });
});
