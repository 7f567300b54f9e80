import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newReference } from "@/tools/testing/routing/merchant-code";
import { startTestService, type TestService } from "@/tools/testing/routing/service";
import { faultsOf } from "@/tools/testing/routing/validation-faults";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const recordOf = async (reference: string) => (await service.merchant.records(reference))[0];
const urlOf = (length: number): string => "https://shop.example/".padEnd(length, "x");
const text = (length: number, unit = "a"): string => unit.repeat(length);

describe("accepted fields (specification 4.1)", () => {
  test("everything optional may be absent, or null (decision 0026)", async () => {
    const optional = [
      "currency",
      "payment_method",
      "card_scheme",
      "issuing_bank",
      "udf1",
      "udf2",
      "udf3",
      "surl",
      "furl",
    ];
    const nulls = Object.fromEntries(optional.map((field) => [field, null]));
    expect((await service.merchant.initiate(nulls)).status).toBe(201);
  });

  test("currency defaults to INR; another is accepted in any case and stored in capitals", async () => {
    const first = await service.merchant.payment({}, null);
    expect(await recordOf(first.merchant_transaction_id)).toMatchObject({ currency: "INR" });
    const second = await service.merchant.payment({ currency: "usd" }, null);
    expect(await recordOf(second.merchant_transaction_id)).toMatchObject({ currency: "USD" });
  });

  test.each([
    [{ customer_email: "a@example.com" }],
    [{ customer_email: "संपर्क@डाटामेल.भारत" }],
    [{ customer_phone: "1234567" }],
    [{ customer_phone: "123456789012345" }],
    [{ customer_email: "a@example.com", customer_phone: "9876543210", customer_name: "" }],
    [{ customer_email: null, customer_phone: "9876543210", customer_name: "Asha ✨" }],
    [{ customer_phone: "9876543210", customer_name: "✨".repeat(500) }],
    [{ customer_email: `${"x".repeat(242)}@example.com` }],
  ])("customer_details %j is enough", async (customer_details) => {
    expect((await service.merchant.initiate({ customer_details })).status).toBe(201);
  });

  test.each(["CC", "DC", "UPI", "NB", "WALLET", "EMI"])("payment_method %s", async (payment_method) => {
    expect((await service.merchant.initiate({ payment_method })).status).toBe(201);
  });

  test.each(["VISA", "mastercard", "RuPay", "AMEX", "DINERS", "DISCOVER", "JCB", "UNIONPAY"])(
    "card_scheme %s in any case",
    async (card_scheme) => {
      expect((await service.merchant.initiate({ card_scheme, issuing_bank: "hdfc" })).status).toBe(201);
    },
  );

  test("udf1..udf3 are echoed on status, the empty text included", async () => {
    const created = await service.merchant.payment(
      { udf1: "", udf2: "naïve 🙂", udf3: text(255, "🙂") },
      null,
    );
    expect(await recordOf(created.merchant_transaction_id)).toMatchObject({
      udf1: "",
      udf2: "naïve 🙂",
      udf3: text(255, "🙂"),
    });
  });

  test("fields that the specification does not list are ignored", async () => {
    expect((await service.merchant.initiate({ gateway: "mine", constructor: 1 })).status).toBe(201);
  });
});

describe("amounts (decision 0025)", () => {
  test.each([
    ["1", "1.00"],
    ["1.0", "1.00"],
    ["1499.5", "1499.50"],
    ["1499.00", "1499.00"],
    ["007.10", "7.10"],
    ["9999999999999.99", "9999999999999.99"],
  ])("the text %s is stored as %s", async (amount, stored) => {
    const created = await service.merchant.payment({ transaction_amount: amount }, null);
    expect(await recordOf(created.merchant_transaction_id)).toMatchObject({ transaction_amount: stored });
  });

  test.each(["1499", "1499.0", "1499.00", "1.10"])(
    "the JSON number %s is hashed by its own characters (specification 4.1, rule 2; failure 10)",
    async (literal) => {
      const reference = newReference();
      const body = `{"merchant_transaction_id":"${reference}","transaction_amount":${literal},"customer_details":{"customer_phone":"9876543210"}}`;
      expect(
        (await service.merchant.send("/v1/route/initiate_payment", body, [reference, literal])).status,
      ).toBe(201);
      const other = body.replace(reference, `${reference}-2`);
      const rounded = String(JSON.parse(literal));
      const asParsed = await service.merchant.send("/v1/route/initiate_payment", other, [
        `${reference}-2`,
        rounded,
      ]);
      expect(asParsed.status).toBe(rounded === literal ? 201 : 401);
    },
  );

  const INVALID = [
    "0",
    "0.99",
    "0.00",
    "-1",
    "+5",
    "1e3",
    "1.234",
    "1.",
    ".5",
    "1,000",
    " 5",
    "5 ",
    "NaN",
    "Infinity",
    "0x10",
    "१२",
    "10000000000000",
    "1_0",
    "₹5",
    "5\n",
  ];
  test.each(INVALID)(
    "400 Invalid amount or less than 1 rupee: the text %j (specification 7, failure 11)",
    async (amount) => {
      const reply = await service.merchant.initiate({ transaction_amount: amount });
      expect(reply.status).toBe(400);
      expect(reply.json).toEqual({
        success: false,
        message: [{ transaction_amount: "Invalid amount or less than 1 rupee" }],
      });
    },
  );

  test.each([
    ["35.205", "BHD", "Must have at most two decimals, in BHD too."],
    ["35.205", "kwd", "Must have at most two decimals, in KWD too."],
    ["35.205", "INR", "Invalid amount or less than 1 rupee"],
    ["0.205", "BHD", "Must have at most two decimals, in BHD too."],
    ["35.2051", "BHD", "Invalid amount or less than 1 rupee"],
    ["0.50", "BHD", "Invalid amount or less than 1 rupee"],
  ])("%s %s is refused with what is true of it", async (amount, currency, text) => {
    const reply = await service.merchant.initiate({ transaction_amount: amount, currency });
    expect([reply.status, reply.json]).toEqual([
      400,
      { success: false, message: [{ transaction_amount: text }] },
    ]);
  });

  test.each(["0.99", "1e3", "-1", "1.234", "1E2"])("… and the JSON number %s", async (literal) => {
    const reference = newReference();
    const body = `{"merchant_transaction_id":"${reference}","transaction_amount":${literal},"customer_details":{"customer_phone":"9876543210"}}`;
    const reply = await service.merchant.send("/v1/route/initiate_payment", body, [reference, literal]);
    expect([reply.status, reply.json]).toEqual([
      400,
      { success: false, message: [{ transaction_amount: "Invalid amount or less than 1 rupee" }] },
    ]);
  });
});

describe("limits count code points (specification 8, decision 0024, failure 15)", () => {
  test.each([
    [text(255), 201],
    [text(256), 400],
    [text(255, "🙂"), 201],
    [text(256, "🙂"), 400],
  ])("a merchant_transaction_id of 255 is accepted, of 256 refused", async (reference, status) => {
    const unique = newReference().slice(-8) + reference.slice(reference.startsWith("a") ? 8 : 16);
    expect((await service.merchant.initiate({ merchant_transaction_id: unique })).status).toBe(status);
  });

  test.each(["udf1", "udf2", "udf3"])("%s: 255 accepted, 256 refused", async (field) => {
    expect((await service.merchant.initiate({ [field]: text(255) })).status).toBe(201);
    expect(faultsOf(await service.merchant.initiate({ [field]: text(256) }))).toHaveProperty(field);
  });

  test.each([
    ["123456", 400],
    ["1234567", 201],
    ["123456789012345", 201],
    ["1234567890123456", 400],
    ["+919876543210", 400],
    ["९८७६५४३२१०", 400],
    ["", 400],
  ])("customer_phone %j → %i", async (customer_phone, status) => {
    expect((await service.merchant.initiate({ customer_details: { customer_phone } })).status).toBe(status);
  });
});

describe("references are compared exactly as sent (decision 0024)", () => {
  test("NFC and NFD, case, and surrounding spaces make distinct references (failure 14)", async () => {
    const base = newReference();
    for (const reference of [
      `${base}é`,
      `${base}e\u0301`,
      `${base}É`,
      `${base}é `,
      ` ${base}é`,
      `${base}\u00a0é`,
    ]) {
      expect((await service.merchant.initiate({ merchant_transaction_id: reference })).status).toBe(201);
      expect(await recordOf(reference)).toMatchObject({ merchant_transaction_id: reference });
    }
  });

  test.each([" ", "\t\n", "\u00a0", "a|b", "a\u0000b"])("the reference %j is refused", async (reference) => {
    const reply = await service.merchant.initiate({ merchant_transaction_id: reference });
    expect(reply.status).toBe(400);
    expect(faultsOf(reply)).toHaveProperty("merchant_transaction_id");
  });

  test("a lone surrogate in the reference is refused after the hash (failure 13)", async () => {
    const body = `{"merchant_transaction_id":"a\\ud800b","transaction_amount":"5.00","customer_details":{"customer_phone":"9876543210"}}`;
    const reply = await service.merchant.send("/v1/route/initiate_payment", body, ["a\ud800b", "5.00"]);
    expect(reply.status).toBe(400);
    expect(faultsOf(reply)).toHaveProperty("merchant_transaction_id");
  });

  test("a noncharacter, which no XML can hold, is refused in every text, and a status request can still name it", async () => {
    const odd = "a\ufffeb";
    const reply = await service.merchant.initiate({
      merchant_transaction_id: odd,
      customer_details: { customer_phone: "9876543210", customer_name: "\uffff" },
      issuing_bank: odd,
      udf1: odd,
      udf2: "\u{1ffff}",
      udf3: odd,
      surl: "https://shop.example/\ufffe",
    });
    expect(reply.status).toBe(400);
    expect(Object.keys(faultsOf(reply)).sort()).toEqual([
      "customer_details.customer_name",
      "issuing_bank",
      "merchant_transaction_id",
      "surl",
      "udf1",
      "udf2",
      "udf3",
    ]);
    expect((await service.merchant.status(odd)).status).toBe(404);
  });
});

describe("400 with a list of the fields at fault (specification 7)", () => {
  test.each<[string, Record<string, unknown>, string]>([
    ["currency unknown", { currency: "XXQ" }, "currency"],
    ["currency empty", { currency: "" }, "currency"],
    ["currency with a dotless i", { currency: "ınr" }, "currency"],
    ["customer_details absent", { customer_details: undefined }, "customer_details"],
    ["customer_details of a wrong type", { customer_details: "a@example.com" }, "customer_details"],
    ["customer_details a list", { customer_details: [] }, "customer_details"],
    ["neither e-mail nor phone", { customer_details: { customer_name: "A" } }, "customer_details"],
    ["e-mail malformed", { customer_details: { customer_email: "a@" } }, "customer_details.customer_email"],
    ["e-mail empty", { customer_details: { customer_email: "" } }, "customer_details.customer_email"],
    [
      "phone a number",
      { customer_details: { customer_phone: 9876543210 } },
      "customer_details.customer_phone",
    ],
    [
      "name not text",
      { customer_details: { customer_phone: "9876543210", customer_name: 5 } },
      "customer_details.customer_name",
    ],
    ["payment_method unknown", { payment_method: "CASH" }, "payment_method"],
    ["payment_method in small letters", { payment_method: "upi" }, "payment_method"],
    ["card_scheme unknown", { card_scheme: "MAESTRO" }, "card_scheme"],
    ["card_scheme empty", { card_scheme: "" }, "card_scheme"],
    ["issuing_bank empty", { issuing_bank: "" }, "issuing_bank"],
    ["udf1 not text", { udf1: 1 }, "udf1"],
    ["udf2 with NUL", { udf2: "a\u0000" }, "udf2"],
    ["surl javascript:", { surl: "javascript:alert(1)" }, "surl"],
    ["surl without a scheme", { surl: "//example.com/x" }, "surl"],
    ["surl relative", { surl: "/done" }, "surl"],
    ["surl data:", { surl: "data:text/html,x" }, "surl"],
    ["surl with a line break", { surl: "https://example.com/\nx" }, "surl"],
    ["surl with a backslash", { surl: "https:\\\\example.com" }, "surl"],
    ["surl with a user name", { surl: "https://bank.example@evil.example/" }, "surl"],
    ["surl with an empty user name", { surl: "https://@evil.example/" }, "surl"],
    ["furl with a password", { furl: "https://:secret@evil.example/" }, "furl"],
    ["furl empty", { furl: "" }, "furl"],
    ["furl file:", { furl: "file:///etc/passwd" }, "furl"],
  ])("%s", async (_name, fields, field) => {
    const reply = await service.merchant.initiate(fields);
    expect(reply.status).toBe(400);
    expect(Object.keys(faultsOf(reply))).toEqual([field]);
  });

  test.each<[string, Record<string, unknown>, number]>([
    [
      "customer_details.customer_name",
      { customer_details: { customer_phone: "9876543210", customer_name: "é".repeat(501) } },
      500,
    ],
    [
      "customer_details.customer_email",
      { customer_details: { customer_email: `${"x".repeat(243)}@example.com` } },
      254,
    ],
    ["udf1", { udf1: "✨".repeat(256) }, 255],
    ["surl", { surl: urlOf(4001) }, 4000],
    ["furl", { furl: urlOf(4001) }, 4000],
  ])("%s over its limit, which is named", async (field, fields, max) => {
    const reply = await service.merchant.initiate(fields);
    expect(reply.status).toBe(400);
    expect(faultsOf(reply)).toEqual({ [field]: `Must be at most ${max} characters.` });
  });

  test("all faults are listed at once (decision 0026)", async () => {
    const reply = await service.merchant.initiate({
      transaction_amount: "0.50",
      currency: "??",
      customer_details: {},
      udf3: 3,
      furl: "nope",
    });
    expect(Object.keys(faultsOf(reply))).toEqual([
      "transaction_amount",
      "currency",
      "customer_details",
      "udf3",
      "furl",
    ]);
  });

  test("nothing is written by a refused request", async () => {
    const reference = newReference();
    await service.merchant.initiate({ merchant_transaction_id: reference, udf1: 5 });
    expect((await service.merchant.status(reference)).status).toBe(404);
  });
});
