import { describe, expect, test } from "vitest";
import { UNKNOWN_ENUM, VARIETIES } from "./generate";
import { createVendorDocument, loadVendorDocument, skippedWithout, vendorFile } from "./vendor-document";
import type { DocumentedRequest } from "./request-problems";

const SMALL = {
  paths: {
    "/charges/{id}": {
      post: {
        parameters: [
          { name: "Key", in: "header", required: true, schema: { type: "string", maxLength: 4 } },
          { name: "expand", in: "query", schema: { type: "string", enum: ["refunds"] } },
        ],
        requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/charge" } } } },
        responses: {
          "200": { content: { "application/json": { schema: { $ref: "#/components/schemas/charge" } } } },
          "422": { content: { "application/json": { schema: { $ref: "#/components/schemas/problem" } } } },
        },
        security: [{ bearer: [] }],
      },
    },
  },
  components: {
    securitySchemes: { bearer: { type: "oauth2" } },
    schemas: {
      money: {
        type: "object",
        properties: {
          value: { type: "string", pattern: "^[0-9]+$" },
          currency: { type: "string", maxLength: 3 },
        },
        required: ["value"],
      },
      charge: {
        allOf: [{ properties: { id: { type: "string", readOnly: true } } }],
        type: "object",
        properties: {
          amount: { $ref: "#/components/schemas/money" },
          status: { type: "string", enum: ["paid", "open"], readOnly: true },
          labels: { type: "object", additionalProperties: { type: "string" } },
        },
        required: ["amount"],
      },
      problem: {
        type: "object",
        properties: { code: { type: "string", enum: ["a", "b"] } },
        required: ["code"],
      },
    },
  },
};

const request = (fields: Partial<DocumentedRequest> & { json?: object } = {}): DocumentedRequest => ({
  method: "POST",
  path: "/charges/7",
  query: new URLSearchParams(),
  headers: { key: "k", authorization: "Bearer t", "content-type": "application/json" },
  body: JSON.stringify(fields.json ?? { amount: { value: "100" } }),
  ...fields,
});

describe("a vendor's document", () => {
  const document = createVendorDocument(SMALL);

  test("allows a request that keeps to it", () => {
    expect(document.problemsOf(request())).toEqual([]);
    expect(
      document.problemsOf(request({ json: { amount: { value: "1" }, labels: { any: "text" } } })),
    ).toEqual([]);
  });

  test.each<[string, Partial<DocumentedRequest> & { json?: object }, RegExp]>([
    ["an operation that is not there", { method: "DELETE" }, /has no DELETE/],
    ["a path that is not there", { path: "/charges/7/all" }, /has no POST/],
    [
      "a missing header",
      { headers: { authorization: "Bearer t", "content-type": "application/json" } },
      /Key is missing/,
    ],
    ["a header that is too long", { headers: { ...request().headers, key: "12345" } }, /Key: .*4 characters/],
    [
      "a query parameter that is not there",
      { query: new URLSearchParams("page=2") },
      /no query parameter page/,
    ],
    ["a wrong query parameter", { query: new URLSearchParams("expand=all") }, /expand: .*allowed values/],
    [
      "no credentials",
      { headers: { key: "k", "content-type": "application/json" } },
      /no documented credentials/,
    ],
    [
      "another content type",
      { headers: { ...request().headers, "content-type": "text/plain" } },
      /text\/plain/,
    ],
    ["a body that is no JSON", { body: "{" }, /no JSON/],
    ["a missing field", { json: {} }, /required property 'amount'/],
    [
      "a field that is not there",
      { json: { amount: { value: "1" }, note: "x" } },
      /unevaluated properties \(note\)/,
    ],
    [
      "a field that is not there, deeper",
      { json: { amount: { value: "1", cents: 1 } } },
      /\/amount .*\(cents\)/,
    ],
    ["a field that only answers have", { json: { amount: { value: "1" }, status: "paid" } }, /\/status/],
    [
      "a value of another pattern",
      { json: { amount: { value: "1,00" } } },
      /\/amount\/value must match pattern/,
    ],
  ])("refuses %s", (_, fields, words) => {
    expect(document.problemsOf(request(fields)).join("\n")).toMatch(words);
  });

  test("makes answers that it allows itself, and the same ones from the same seed", () => {
    for (const variety of ["required_only", "everything", "random"] as const) {
      for (let seed = 1; seed <= 20; seed += 1) {
        const body = document.responseBody("POST", "/charges/7", 200, variety, seed);
        expect(document.responseProblems("POST", "/charges/7", 200, body)).toEqual([]);
        expect(document.responseBody("POST", "/charges/7", 200, variety, seed)).toEqual(body);
      }
    }
    expect(document.responseBody("POST", "/charges/7", 200, "required_only", 1)).toHaveProperty(
      "amount.value",
    );
    expect(document.responseBody("POST", "/charges/7", 200, "required_only", 1)).not.toHaveProperty("status");
    expect(
      Object.keys(document.responseBody("POST", "/charges/7", 200, "everything", 1) as object).sort(),
    ).toEqual(["amount", "id", "labels", "status"]);
  });

  test("makes answers beyond it: a new status, a new field; and every documented error", () => {
    expect(document.responseBody("POST", "/charges/7", 200, "unknown_enums", 1)).toMatchObject({
      status: UNKNOWN_ENUM,
    });
    expect(document.responseBody("POST", "/charges/7", 200, "extra_fields", 1)).toHaveProperty(
      "field_added_by_the_vendor",
    );
    expect(document.responsesOf("POST", "/charges/7").map(({ status }) => status)).toEqual(["200", "422"]);
    expect(document.responseProblems("POST", "/charges/7", 422, { code: "c" })).not.toEqual([]);
  });
});

const PUBLISHED: [name: string, operations: [method: string, path: string][]][] = [
  [
    "adyen-checkout-v72.yaml",
    [
      ["POST", "/paymentLinks"],
      ["GET", "/paymentLinks/PL1"],
      ["PATCH", "/paymentLinks/PL1"],
      ["POST", "/payments/P1/refunds"],
    ],
  ],
  [
    "paypal-checkout_orders_v2.json",
    [
      ["POST", "/v2/checkout/orders"],
      ["GET", "/v2/checkout/orders/1"],
      ["PATCH", "/v2/checkout/orders/1"],
      ["POST", "/v2/checkout/orders/1/capture"],
    ],
  ],
  [
    "paypal-payments_payment_v2.json",
    [
      ["GET", "/v2/payments/captures/1"],
      ["POST", "/v2/payments/captures/1/refund"],
      ["GET", "/v2/payments/refunds/1"],
    ],
  ],
];

describe.each(PUBLISHED)("%s", (name, operations) => {
  test.skipIf(vendorFile(name) === null)(
    `is read whole: it allows every answer made from it${skippedWithout(name)}`,
    () => {
      const document = loadVendorDocument(name);
      if (document === null) throw new Error("the document is missing");
      for (const [method, path] of operations) {
        const responses = document.responsesOf(method, path);
        expect([method, path, responses.length > 0 || method === "PATCH"]).toEqual([method, path, true]);
        for (const { status } of responses) {
          const code = status === "default" ? 503 : Number(status);
          for (const variety of VARIETIES) {
            const body = document.responseBody(method, path, code, variety, 7);
            const isBeyond = variety === "unknown_enums" || variety === "extra_fields";
            // An empty body fits all of the errors of which it should fit one.
            if (isBeyond || (status === "default" && variety !== "everything")) continue;
            expect(document.responseProblems(method, path, code, body)).toEqual([]);
          }
        }
      }
    },
  );
});
