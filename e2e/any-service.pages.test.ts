import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { SKELETON_AFTER_MS } from "@/app/(dashboard)/payments/_components/skeleton-after";
import type { Misbehaviour } from "../tools/testing/dashboard/scripted-service";
import { type BareService, bareService, SERVICE_TIMEOUT_MS } from "./support/bare-service";

let bare: BareService;
beforeAll(async () => {
  bare = await bareService();
});
beforeEach(() => bare.service.behave());

describe("with the five endpoints alone", () => {
  const NEEDS_THE_EXTENSION = [
    "/stuck",
    "/rules",
    "/rules/versions",
    "/reconciliation",
    "/gateways",
    "/webhooks",
    "/webhooks/deliveries",
    "/keys",
  ];
  for (const path of NEEDS_THE_EXTENSION) {
    test(`${path} says that this service does not offer it`, async () => {
      const page = await bare.open("admin", path);
      expect(page.status).toBe(200);
      page.getByText("Not available with this payment service");
    });
  }

  test("a reference leads to its latest attempt, and an order that was paid twice says so before a refund", async () => {
    const first = bare.addPayment();
    const twin = bare.addPayment({ merchant_transaction_id: first.merchant_transaction_id });
    const page = await bare.look("finance", first);
    expect(page.path).toContain(twin.transaction_id);
    page.getByText("This order was paid twice");
    page.getByRole("article", { name: first.transaction_id });
    expect(
      (await bare.look("finance", bare.addPayment())).queryByText("This order was paid twice"),
    ).toBeNull();
  });

  test("a reference that takes longer to find leads there too, after its skeleton", async () => {
    const payment = bare.addPayment();
    bare.service.next("transaction_status", { kind: "delay", ms: SKELETON_AFTER_MS * 2 });
    const { html } = await bare.look("support", payment);
    expect(html).toMatch(new RegExp(`http-equiv="refresh"[^>]*url=/payments/${payment.transaction_id}`));
  });

  test("the overview says that this service does not count payments, and counts refunds", async () => {
    const page = await bare.open("admin", "/overview");
    page.getByText("Payment charts are not available");
    page.getByRole("heading", { name: "Refunds made in Paydeck, by outcome" });
  });

  test("with one account there is nothing to switch to, and the page of all accounts has that one", async () => {
    (await bare.open("admin", "/all-accounts")).getByRole("region", { name: "Main account" });
    const payments = await bare.open("admin", "/payments");
    expect(payments.queryByRole("link", { name: "All accounts" })).toBeNull();
  });

  const NEEDS_NO_SERVICE = [
    "/refunds",
    "/approvals",
    "/approvals/rules",
    "/bulk",
    "/people",
    "/audit",
    "/account",
  ];
  for (const path of NEEDS_NO_SERVICE) {
    test(`${path} works as ever`, async () => {
      const page = await bare.open("admin", path);
      expect(page.status).toBe(200);
      page.getByRole("heading", { level: 1 });
      expect(page.queryByText("Not available with this payment service")).toBeNull();
    });
  }
});

describe("a look-up without a usable answer is shown as a service error, never as not found", () => {
  const RECORD = {
    merchant_transaction_id: "ORDER",
    transaction_id: "TXN1",
    transaction_amount: "500.00",
    transaction_date_time: "2026-11-21T08:00:00.000Z",
    gateway_transaction_id: null,
    currency: "INR",
    udf1: null,
    udf2: null,
    udf3: null,
  };
  const response = (status: number, body: unknown): Misbehaviour => ({
    kind: "answer",
    status,
    body: typeof body === "string" ? body : JSON.stringify(body),
    effect: false,
  });
  const TROUBLES: [string, Misbehaviour][] = [
    ["slow", { kind: "delay", ms: 2 * SERVICE_TIMEOUT_MS }],
    ["a connection that ends", { kind: "drop", when: "before" }],
    ["cut off", { kind: "truncate" }],
    ["a page of HTML under 200", response(200, "<html><h1>It works</h1></html>")],
    ["a page of HTML under 502", response(502, "<html><h1>Bad gateway</h1></html>")],
    ["a page of HTML under 404", response(404, "<html><h1>Not found</h1></html>")],
    ["empty", response(200, "")],
    ["an object where a list belongs", response(200, {})],
    ["a record of wrong types", response(200, [{ transaction_id: 7, transaction_status: null }])],
    [
      "a status that the specification does not know",
      response(200, [{ ...RECORD, transaction_status: "PAID" }]),
    ],
    ["a failure in its own shape", response(500, { success: false, message: "Internal error" })],
  ];
  for (const [name, misbehaviour] of TROUBLES) {
    test(name, async () => {
      const payment = bare.addPayment();
      bare.service.always("transaction_status", misbehaviour);
      const page = await bare.look("support", payment);
      // One that responses with a field of another kind is named as such.
      expect(page.text).toMatch(/The payment service(’s answer can’t be used| can’t be reached)/);
      expect(page.text).not.toMatch(/no payment/i);
      expect(page.text).not.toMatch(/It works|Bad gateway|Internal error/);
    });
  }

  test("a refused key and too many calls are shown as what they are", async () => {
    const payment = bare.addPayment();
    bare.service.always("transaction_status", response(401, { detail: "Invalid authentication hash." }));
    expect((await bare.look("support", payment)).text).toContain("The payment service refused Paydeck’s key");
    bare.service.always("transaction_status", response(429, { success: false, message: "Too many" }));
    const { text: busy } = await bare.look("support", payment);
    expect(busy).toContain("The payment service is busy");
    expect(busy).not.toMatch(/no payment/i);
  });

  test("and only the specification's own 404 is not found", async () => {
    const page = await bare.open("support", `/payments?reference=ORDER-${randomUUID()}`);
    expect(page.text).toMatch(/no payment/i);
  });
});
