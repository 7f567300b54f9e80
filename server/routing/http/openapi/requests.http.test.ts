import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import * as requests from "@/lib/contract/requests";
import {
  createSchemaCheck,
  documentedOperations,
  type SchemaCheck,
} from "@/tools/testing/routing/drivers/document-checks";
import { newReference } from "@/tools/testing/routing/merchant-code";
import { startTestService, type TestService } from "@/tools/testing/routing/service";

/**
 * The service reads the five endpoints' bodies with its own code, and their schemas are in the document. Both, and the
 * schemas of `lib/contract`, must accept and refuse the same bodies, whichever is changed.
 */
let service: TestService;
let checkRequest: SchemaCheck;
let schemaOf: Map<string, Record<string, unknown> | null>;
beforeAll(async () => {
  service = await startTestService({
    RATE_LIMIT_BURST: "100000",
    RATE_LIMIT_PER_SECOND: "100000",
    FAILURE_LIMIT_BURST: "100000",
  });
  const document: unknown = await (await fetch(`${service.baseUrl}/openapi.json`)).json();
  checkRequest = createSchemaCheck(document, { closed: false });
  schemaOf = new Map(documentedOperations(document).map((found) => [found.operationId, found.requestSchema]));
});
afterAll(() => service.stop());

/** Values at and around every limit of a schema. It cannot express only halves of surrogate pairs. */
const text = fc.oneof(
  fc.constantFrom("", " ", "\u00a0\ufeff", "x", "a|b", "é".repeat(255), "😀".repeat(255), "😀".repeat(256)),
  fc.constantFrom("😀".repeat(500), "😀".repeat(501)),
  fc.string({ unit: "grapheme", maxLength: 12 }),
);
const notText = fc.constantFrom(null, true, 5, [], {}, ["x"]);
const amount = fc.oneof(
  fc.constantFrom(
    "1.00",
    "0.99",
    "1",
    "1.",
    ".5",
    "01.5",
    "0",
    "0.00",
    "0.01",
    "1e3",
    "NaN",
    " 5 ",
    "-1",
    "+1",
    "",
  ),
  fc.constantFrom("9999999999999.99", "10000000000000", "1.001", "१", "1,000.00"),
  fc.integer({ min: -200, max: 2_000_000 }).map((paise) => paise / 100),
  fc.integer({ min: 1, max: 2_000_000 }).map((paise) => (paise / 100).toFixed(2)),
  notText,
);
const customerDetails = fc.record(
  {
    customer_email: fc.oneof(
      fc.constantFrom("a@example.com", "A.b+c@x-y.co", "a@b", "a b@example.com", "", ".a@example.com", null),
      fc.constantFrom(`${"x".repeat(242)}@example.com`, `${"x".repeat(243)}@example.com`),
      fc.emailAddress(),
    ),
    customer_phone: fc.constantFrom(
      "9876543210",
      "123456",
      "1".repeat(15),
      "1".repeat(16),
      "+919876543210",
      "",
      null,
    ),
    customer_name: fc.oneof(text, notText),
  },
  { requiredKeys: [] },
);
const reference = fc.oneof({ weight: 6, arbitrary: fc.uuid().map((id) => `ORDER-${id}`) }, text, notText);
const url = fc.constantFrom(
  "https://shop.example/x?y=1",
  "HTTP://shop.example",
  "//shop.example",
  "javascript:alert(1)",
  "https://",
  "https:///x",
  "https://shop.example/a b",
  "https://shop.example\\x",
  "https://shop.example/\u0085",
  "https://shop.example/".padEnd(4000, "é"),
  "https://shop.example/".padEnd(4001, "é"),
  "",
);

/** An absent field. */
const absent = fc.constant(undefined);
/** Values of each field. That three letters are no currency is described in text, not by the schema. */
const INITIATE_FIELDS: Record<string, fc.Arbitrary<unknown>> = {
  merchant_transaction_id: fc.oneof(reference, absent),
  transaction_amount: fc.oneof(amount, absent),
  customer_details: fc.oneof({ weight: 5, arbitrary: customerDetails }, notText, absent),
  currency: fc.oneof(fc.constantFrom("INR", "usd", "Eur", "RUPEE", "R5R", ""), notText),
  payment_method: fc.oneof(fc.constantFrom("UPI", "upi", "CASH", ""), notText),
  card_scheme: fc.oneof(fc.constantFrom("VISA", "visa", "RuPay", "VİSA", "VISA ", ""), notText),
  issuing_bank: fc.oneof(fc.constantFrom("HDFC", "hdfc", " ", "", "x".repeat(64), "x".repeat(65)), notText),
  udf1: fc.oneof(text, notText),
  udf3: fc.oneof(text, notText),
  surl: fc.oneof(url, notText),
  furl: fc.oneof(url, notText),
  extra: fc.constant("unknown fields are ignored"),
};
/** A valid body in which one or two fields are replaced. */
const initiateBody = fc
  .tuple(
    fc.record(INITIATE_FIELDS),
    fc.subarray(Object.keys(INITIATE_FIELDS), { minLength: 1, maxLength: 2 }),
    fc.uuid(),
  )
  .map(([odd, fields, id]) =>
    withoutUndefined({
      merchant_transaction_id: `ORDER-${id}`,
      transaction_amount: "499.00",
      customer_details: { customer_phone: "9876543210" },
      ...Object.fromEntries(fields.map((field) => [field, odd[field]])),
    }),
  );
/** A valid body in which no field, or some, are replaced. */
const REFUND_FIELDS: Record<string, fc.Arbitrary<unknown>> = {
  transaction_id: fc.oneof(reference, absent),
  refund_amount: fc.oneof(amount, absent),
  refund_reason: fc.oneof(text, notText),
};
const refundBody = fc
  .tuple(fc.record(REFUND_FIELDS), fc.subarray(Object.keys(REFUND_FIELDS)), fc.uuid())
  .map(([odd, fields, id]) =>
    withoutUndefined({
      transaction_id: `ORDER-${id}`,
      refund_amount: "1.00",
      ...Object.fromEntries(fields.map((field) => [field, odd[field]])),
    }),
  );
const bodyOf = (field: string): fc.Arbitrary<Record<string, unknown>> =>
  fc.record({ [field]: fc.oneof(reference, absent) }).map(withoutUndefined);

function withoutUndefined(body: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}

const CASES: {
  name: string;
  path: string;
  hashed: string[];
  schema: z.ZodType;
  body: fc.Arbitrary<Record<string, unknown>>;
  /** Status and text of a body that was read and then evaluated by the business rules. */
  accepted: RegExp;
}[] = [
  {
    name: "initiate_payment",
    path: "/v1/route/initiate_payment",
    hashed: ["merchant_transaction_id", "transaction_amount"],
    schema: requests.initiatePaymentRequestSchema,
    body: initiateBody,
    accepted: /^201 |^400 .*(Already exists)/,
  },
  {
    name: "transaction_status",
    path: "/v1/route/transaction-status",
    hashed: ["merchant_transaction_id"],
    schema: requests.transactionStatusRequestSchema,
    body: bodyOf("merchant_transaction_id"),
    accepted: /^200 |^404 /,
  },
  {
    name: "transaction_cancel",
    path: "/v1/route/transaction-cancel",
    hashed: ["merchant_transaction_id"],
    schema: requests.cancelRequestSchema,
    body: bodyOf("merchant_transaction_id"),
    accepted: /^200 |^404 |^400 .*already processed/,
  },
  {
    name: "refund_initiate",
    path: "/v1/route/refund-initiate/",
    hashed: ["transaction_id", "refund_amount"],
    schema: requests.initiateRefundRequestSchema,
    body: refundBody,
    accepted: /^404 /,
  },
  {
    name: "refund_status",
    path: "/v1/route/refund-status/",
    hashed: ["refund_id"],
    schema: requests.refundStatusRequestSchema,
    body: bodyOf("refund_id"),
    accepted: /^404 /,
  },
];

describe("what the document accepts of the five endpoints, the service accepts, and refuses the rest", () => {
  test.each(CASES)("$name", async ({ name, path, hashed, schema, body, accepted }) => {
    const seen = { accepted: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        const documented = checkRequest(schemaOf.get(name) ?? {}, sent) === null;
        const parts = hashed.map((field) => asHashed(sent[field]));
        const reply = await service.merchant.send(path, sent, parts);
        const response = `${reply.status} ${reply.text}`;
        expect([sent, response, accepted.test(response)]).toEqual([sent, response, documented]);
        expect([sent, schema.safeParse(sent).success]).toEqual([sent, documented]);
        if (!documented) expect([sent, reply.status]).toEqual([sent, 400]);
        seen[documented ? "accepted" : "refused"] += 1;
      }),
      { numRuns: 150 },
    );
    // Bodies of only one kind would prove nothing.
    expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(10);
  });

  test("a text that cannot be stored is refused by the service and by the schema of lib alike", async () => {
    for (const broken of ["a\u0000b", "a\ud800b"]) {
      const sent = { merchant_transaction_id: newReference(), transaction_amount: "5.00", udf1: broken };
      const body = { ...sent, customer_details: { customer_phone: "9876543210" } };
      const parts = [sent.merchant_transaction_id, "5.00"];
      expect((await service.merchant.send("/v1/route/initiate_payment", body, parts)).status).toBe(400);
      expect(requests.initiatePaymentRequestSchema.safeParse(body).success).toBe(false);
    }
  });
});

/** A hashed value as written in the body: a number in its original characters. */
function asHashed(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? "");
}
