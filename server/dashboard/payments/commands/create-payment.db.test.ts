import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ROLES, roleAllows } from "@/lib/can";
import {
  NEW_PAYMENT_FIELDS,
  type NewPaymentEntry,
  type NewPaymentField,
} from "@/lib/payments/new-payment-view";
import type { Ctx } from "../../context";
import { newPaymentForm } from "../queries/new-payment-form";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { createPayment } from "./create-payment";

let harness: Harness;
let ctx: Ctx;
let intentId: string;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  ctx = await harness.ctxOf("ops");
  intentId = randomUUID();
});
afterAll(() => harness.stop());

const EMPTY = Object.fromEntries(NEW_PAYMENT_FIELDS.map((field) => [field, ""])) as NewPaymentEntry;
const GOOD: NewPaymentEntry = {
  ...EMPTY,
  merchant_transaction_id: "ORD-1",
  transaction_amount: "1499.5",
  currency: "INR",
  customer_email: "asha.rao@example.com",
};

const create = (entry: Partial<NewPaymentEntry> = {}, wasUnknown = false) =>
  createPayment(ctx, { intentId, wasUnknown, entry: { ...GOOD, ...entry } });
const sent = () => harness.service.callsOf("initiate_payment");
const actions = async () => (await harness.audit()).map((row) => row.action);
const response = (status: number, body: unknown, effect = false): void =>
  harness.service.next("initiate_payment", { kind: "answer", status, body: JSON.stringify(body), effect });

describe("creating a payment", () => {
  it("hands out its link, drawn as a QR code, and writes down who requested it and what came of it", async () => {
    const outcome = await create();
    expect(outcome).toMatchObject({
      kind: "created",
      reference: "ORD-1",
      amount: "1499.50",
      currency: "INR",
      link: { canOpen: true, url: expect.stringContaining("http://pay.example/") as string },
    });
    if (outcome.kind !== "created") throw new Error(outcome.kind);
    expect(outcome.link.qr?.path).toMatch(/^M0 0h7/);
    expect(await actions()).toEqual(["payment_create_requested", "payment_created"]);
    const log = JSON.stringify(await harness.audit());
    expect(log).toContain("ORD-1");
    expect(log).not.toContain("asha");
  });

  it("sends what was filled in and nothing else, the reference and the free texts exactly as typed", async () => {
    await create({
      merchant_transaction_id: " ORD 1 ",
      transaction_amount: " 1499.50 ",
      customer_email: " asha@example.com ",
      udf1: " a ",
    });
    expect(JSON.parse(sent()[0]?.body ?? "")).toEqual({
      merchant_transaction_id: " ORD 1 ",
      transaction_amount: "1499.50",
      currency: "INR",
      customer_details: { customer_email: "asha@example.com" },
      udf1: " a ",
    });
  });

  it("twice at the same moment is one call, and both are informed of it", async () => {
    const [first, second] = await Promise.all([create(), create()]);
    expect(first).toMatchObject({ kind: "created" });
    expect(second).toEqual(first);
    expect(sent()).toHaveLength(1);
  });

  it("under one id makes one payment, however often it is sent", async () => {
    const first = await create();
    expect(await create()).toEqual(first);
    expect(harness.service.payments.get("ORD-1")).toHaveLength(1);
    expect(new Set(sent().map((call) => call.headers["idempotency-key"]))).toEqual(new Set([intentId]));
  });
});

describe("a field at fault is reported before anything is sent", () => {
  it.each<[NewPaymentField, string, string]>([
    ["merchant_transaction_id", " ", "missing"],
    ["merchant_transaction_id", "T|10.00", "separator"],
    ["merchant_transaction_id", "x".repeat(256), "too_long"],
    ["merchant_transaction_id", "a\0b", "unstorable"],
    ["merchant_transaction_id", "a\ufffeb", "unstorable"],
    ["udf1", "a\uffff", "unstorable"],
    ["transaction_amount", "", "missing"],
    ["transaction_amount", "1e3", "malformed_amount"],
    ["transaction_amount", "-1", "malformed_amount"],
    ["transaction_amount", "1,49", "malformed_amount"],
    ["transaction_amount", "0.99", "too_small"],
    ["transaction_amount", "1".repeat(14), "too_large"],
    ["currency", "RUPEES", "unknown_currency"],
    ["customer_email", "nobody", "malformed_email"],
    ["customer_email", "", "contact_missing"],
    ["customer_email", `${"x".repeat(243)}@example.com`, "too_long"],
    ["customer_name", "é".repeat(501), "too_long"],
    ["customer_name", `${"é".repeat(300)}\uffff`, "unstorable"],
    ["customer_phone", "+91 98765", "malformed_phone"],
    ["payment_method", "CASH", "not_a_choice"],
    ["card_scheme", "PAPER", "not_a_choice"],
    ["issuing_bank", "x".repeat(65), "too_long"],
    ["udf2", "x".repeat(256), "too_long"],
    ["surl", "javascript:alert(1)", "malformed_url"],
    ["furl", `https://shop.example/${"x".repeat(3980)}`, "too_long"],
    ["furl", "//shop.example", "malformed_url"],
  ])("%s: %j is %s", async (field, text, fault) => {
    expect(await create({ [field]: text })).toEqual({
      kind: "invalid",
      problems: { [field]: { by: "us", fault } },
      others: [],
    });
    expect(harness.service.calls).toEqual([]);
    expect(await actions()).toEqual([]);
  });

  it("an amount with decimals in a currency without them", async () => {
    expect(await create({ transaction_amount: "100.50", currency: "jpy" })).toEqual({
      kind: "invalid",
      problems: { transaction_amount: { by: "us", fault: "no_decimals" } },
      others: [],
    });
    expect(harness.service.calls).toEqual([]);
  });

  it("all of them at once", async () => {
    const outcome = await create({ transaction_amount: "0", customer_phone: "1", customer_email: "x" });
    expect(outcome.kind === "invalid" && Object.keys(outcome.problems).sort()).toEqual([
      "customer_email",
      "customer_phone",
      "transaction_amount",
    ]);
  });

  it("what is no form of ours is refused whole", async () => {
    for (const input of [null, {}, { intentId: "x", wasUnknown: false, entry: GOOD }]) {
      expect(await createPayment(ctx, input)).toMatchObject({ kind: "invalid" });
    }
    expect(harness.service.calls).toEqual([]);
  });
});

describe("what the service refuses", () => {
  it("is reported at its fields, and beside them where the form has no such field", async () => {
    response(400, {
      success: false,
      message: [
        { transaction_amount: "No Routing Rule found for this amount." },
        { "customer_details.customer_phone": "Must be digits." },
        { moon: "Must be full." },
      ],
    });
    expect(await create()).toEqual({
      kind: "invalid",
      problems: {
        transaction_amount: { by: "service", words: "No Routing Rule found for this amount." },
        customer_phone: { by: "service", words: "Must be digits." },
      },
      others: ["moon: Must be full."],
    });
    expect(await actions()).toEqual(["payment_create_requested", "payment_create_refused"]);
  });

  it("a taken reference is reported with what the service has under it", async () => {
    const there = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
    expect(await create()).toMatchObject({
      kind: "exists",
      wasUnknown: false,
      existing: { kind: "found", payment: { transactionId: there.transaction_id } },
    });
  });

  it.each([
    [401, { detail: "Invalid authentication hash." }, { kind: "key_refused" }],
    [
      429,
      { success: false, message: [{ body: "Too many requests." }] },
      { kind: "busy", retryAfterSeconds: 1 },
    ],
  ])("%i says that nothing was created", async (status, body, serviceError) => {
    response(status, body);
    expect(await create()).toEqual({ kind: "not_sent", serviceError });
    expect(await actions()).toEqual(["payment_create_requested", "payment_create_not_sent"]);
  });
});

describe("success: false (specification 4.1, rule 1; failure 8)", () => {
  it("is never shown as success: there is no link", async () => {
    const body = {
      success: false,
      transaction_id: "TXN1",
      merchant_transaction_id: "ORD-1",
      message: "No gateway could open a checkout.",
    };
    response(201, body);
    expect(await create()).toEqual({
      kind: "failed",
      transactionId: "TXN1",
      reference: "ORD-1",
      message: "No gateway could open a checkout.",
    });
    expect(await actions()).toEqual(["payment_create_requested", "payment_create_failed"]);
  });

  it("without ids as well", async () => {
    response(200, { success: false, message: "Gateway down." });
    expect(await create()).toMatchObject({ kind: "failed", transactionId: null, message: "Gateway down." });
  });

  it("a success without a link is unknown", async () => {
    response(201, { success: true, transaction_id: "T", merchant_transaction_id: "ORD-1", message: "" });
    expect((await create()).kind).toBe("unknown");
  });
});

describe("an answer that never comes (failures 3 and 7)", () => {
  it("is unknown, with what the service has under the reference, and the same form then gets the link", async () => {
    harness.service.next("initiate_payment", { kind: "drop", when: "after" });
    expect(await create()).toMatchObject({
      kind: "unknown",
      existing: { kind: "found", payment: { reference: "ORD-1", status: "INITIATED" } },
    });
    expect(await create({}, true)).toMatchObject({ kind: "created", reference: "ORD-1" });
    expect(harness.service.payments.get("ORD-1")).toHaveLength(1);
  });

  it("that never had an effect is unknown too, for it may still arrive", async () => {
    harness.service.next("initiate_payment", { kind: "drop", when: "before" });
    expect(await create()).toMatchObject({ kind: "unknown", existing: { kind: "absent" } });
    expect(await actions()).toEqual(["payment_create_requested", "payment_create_unknown"]);
  });

  it("says so when the service cannot be asked either", async () => {
    harness.service.next("initiate_payment", { kind: "truncate" });
    harness.service.next("transaction_status", { kind: "truncate" });
    expect(await create()).toMatchObject({ kind: "unknown", existing: { kind: "not_known" } });
  });

  it("stays unknown when sending it again brings no answer to the first", async () => {
    response(401, { detail: "Invalid authentication hash." });
    expect((await create({}, true)).kind).toBe("unknown");
  });

  it("on a service without idempotency keys, the second is informed that it may have been the first", async () => {
    harness.service.ops = null;
    harness.service.next("initiate_payment", { kind: "drop", when: "after" });
    expect((await create()).kind).toBe("unknown");
    expect(await create({}, true)).toMatchObject({
      kind: "exists",
      wasUnknown: true,
      existing: { kind: "found" },
    });
  });

  it("other words under the same id are not carried out", async () => {
    await create();
    response(422, { success: false, message: [{ body: "Another body." }] });
    expect((await create({ merchant_transaction_id: "ORD-2" })).kind).toBe("unknown");
    expect(harness.service.payments.has("ORD-2")).toBe(false);
  });
});

it("nothing that listens means that nothing was created", async () => {
  await harness.service.stop();
  expect(await create()).toEqual({ kind: "not_sent", serviceError: { kind: "unavailable" } });
  await harness.stop();
  harness = await startHarness();
});

it.each(ROLES.filter((role) => !roleAllows(role, "create_payment")))(
  "is refused to %s inside the command and the form, and audited (failure 33)",
  async (role) => {
    ctx = await harness.ctxOf(role);
    expect(await create()).toEqual({ kind: "forbidden" });
    await expect(newPaymentForm(ctx)).rejects.toThrow("forbidden");
    expect(await actions()).toEqual(["forbidden", "forbidden"]);
    expect(harness.service.calls).toEqual([]);
  },
);

it("does not happen when its audit row cannot be written (failure 38)", async () => {
  const mend = await harness.breakAudit();
  await expect(create()).rejects.toThrow("disk full");
  await mend();
  expect(sent()).toEqual([]);
});

it("is reported although the row of its outcome could not be written", async () => {
  const mend = await harness.breakAudit(["payment_create_requested"]);
  expect((await create()).kind).toBe("created");
  await mend();
});

it("a form begins with an id of its own and a suggestion that can be signed", async () => {
  const [one, two] = [await newPaymentForm(ctx), await newPaymentForm(ctx)];
  expect(one.form.intentId).not.toBe(two.form.intentId);
  expect(one.suggestion).toMatch(/^PAY-20261121-[0-9A-F]{8}$/);
});
