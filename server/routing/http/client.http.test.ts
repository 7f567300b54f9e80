import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Called,
  createPaydeckClient,
  type InitiatedPayment,
  type PaydeckClient,
  type PaydeckClientOptions,
} from "@/lib/client";
import { OPS } from "@/lib/contract/ops";
import { choose, newReference } from "@/tools/testing/routing/merchant-code";
import { startTestService, type TestService } from "@/tools/testing/routing/service";

/** The client for merchants against the real service: every method and every kind of response. */
let service: TestService;
let client: PaydeckClient;
beforeAll(async () => {
  service = await startTestService();
  client = connect();
});
afterAll(() => service.stop());

function connect(options: Partial<PaydeckClientOptions> = {}): PaydeckClient {
  const { apiKey, salt } = service.merchant;
  return createPaydeckClient({ baseUrl: service.baseUrl, apiKey, salt, ...options });
}

const payment = (fields: Record<string, string> = {}) => ({
  merchant_transaction_id: newReference(),
  transaction_amount: "500.00",
  customer_details: { customer_email: "customer@example.com" },
  ...fields,
});

function valueOf<T>(response: Called<T>): T {
  if (response.kind === "answered") return response.value;
  throw new Error(`no answer: ${JSON.stringify(response)}`);
}

function linkOf(created: InitiatedPayment): string {
  if (created.success) return created.payment_link;
  throw new Error(`no link: ${created.message}`);
}

async function paidPayment(amount = "500.00"): Promise<InitiatedPayment> {
  const created = valueOf(await client.initiatePayment(payment({ transaction_amount: amount })));
  await choose(linkOf(created), "success");
  return created;
}

describe("payments", () => {
  test.each(["1499", "1499.0", "1499.00"])("%s is signed as it is written, and accepted", async (amount) => {
    const created = valueOf(await client.initiatePayment(payment({ transaction_amount: amount })));
    const [record] = valueOf(await client.transactionStatus(created.merchant_transaction_id));
    expect(record).toMatchObject({ transaction_amount: "1499.00", transaction_status: "INITIATED" });
  });

  test("a reference beyond ASCII is signed as UTF-8", async () => {
    const reference = `ORDÉ-☕-😀-${newReference()}`;
    valueOf(await client.initiatePayment(payment({ merchant_transaction_id: reference })));
    expect(valueOf(await client.transactionStatus(reference))).toHaveLength(1);
  });

  test("one that no gateway opened a checkout for is an answer without a link (decision 0031)", async () => {
    const response = await client.initiatePayment(payment({ transaction_amount: "100.94" }));
    expect(response).toMatchObject({ kind: "answered", value: { success: false } });
    expect(response.kind === "answered" && "payment_link" in response.value).toBe(false);
  });

  test("all fields at fault are named", async () => {
    const response = await client.initiatePayment(payment({ surl: "javascript:1", udf1: "x".repeat(256) }));
    const refusal = response.kind === "refused" ? response.refusal : null;
    const faults = refusal?.kind === "rejected" ? refusal.faults : [];
    expect(faults.map(({ field }) => field).sort()).toEqual(["surl", "udf1"]);
  });

  test("the same key and fields create one payment; without the key the reference already exists", async () => {
    const body = payment();
    const first = await client.initiatePayment(body);
    const again = await client.initiatePayment(body, { idempotencyKey: first.idempotencyKey });
    expect(valueOf(again)).toEqual(valueOf(first));
    expect(await client.initiatePayment(body)).toMatchObject({
      refusal: { faults: [{ field: "merchant_transaction_id", text: "Already exists" }] },
    });
  });

  test("the key with other fields leaves the outcome unknown: the first call may have had its effect", async () => {
    const first = await client.initiatePayment(payment());
    const { idempotencyKey } = first;
    expect(await client.initiatePayment(payment(), { idempotencyKey })).toMatchObject({
      kind: "unknown",
      reason: "key_reused",
    });
  });

  test("cancelled once, refused the second time, not found for another reference", async () => {
    const { merchant_transaction_id } = valueOf(await client.initiatePayment(payment()));
    expect(await client.cancelTransaction(merchant_transaction_id)).toMatchObject({ kind: "answered" });
    expect(await client.cancelTransaction(merchant_transaction_id)).toMatchObject({
      refusal: {
        kind: "rejected",
        message: "Transaction cannot be cancelled as it is already processed",
      },
    });
    expect(await client.cancelTransaction("nobody's")).toMatchObject({ refusal: { kind: "not_found" } });
    expect(await client.transactionStatus("nobody's")).toMatchObject({ refusal: { kind: "not_found" } });
  });
});

describe("refunds", () => {
  test("accepted, waited for until it has ended, and read", async () => {
    const { transaction_id } = await paidPayment();
    const accepted = valueOf(
      await client.initiateRefund({ transaction_id, refund_amount: "120.5", refund_reason: "Damaged ☕" }),
    );
    expect(accepted).toMatchObject({ refund_amount: "120.50", refund_status: "INITIATED" });
    const wait = await client.waitForRefund(accepted.refund_id, { firstDelayMs: 100, limitMs: 20_000 });
    expect(wait).toMatchObject({
      kind: "completed",
      refund: { refund_status: "SUCCESS", refund_reason: "Damaged ☕" },
    });
    expect(await client.refundStatus(accepted.refund_id)).toMatchObject({ kind: "answered" });
  });

  test("one that stays on its way is open when the waiting ends", async () => {
    const { transaction_id } = await paidPayment();
    const { refund_id } = valueOf(await client.initiateRefund({ transaction_id, refund_amount: "10.92" }));
    const wait = await client.waitForRefund(refund_id, { firstDelayMs: 50, limitMs: 1_500 });
    expect(wait).toMatchObject({ kind: "open", because: "limit", refund: { refund_id } });
  });

  test("the same key and fields refund once", async () => {
    const { transaction_id } = await paidPayment();
    const refund = { transaction_id, refund_amount: "10.00" };
    const first = await client.initiateRefund(refund);
    const again = await client.initiateRefund(refund, { idempotencyKey: first.idempotencyKey });
    expect(valueOf(again).refund_id).toBe(valueOf(first).refund_id);
    const balance = valueOf(await client.ops("refunds.balance", { transaction_id }));
    expect(balance.remaining_amount).toBe("490.00");
  });

  test("more than is left is refused in the service's words, and what does not exist is not found", async () => {
    const { transaction_id } = await paidPayment();
    expect(await client.initiateRefund({ transaction_id, refund_amount: "500.01" })).toMatchObject({
      refusal: {
        kind: "rejected",
        status: 400,
        message: "Refund amount exceeds refundable balance. Remaining refundable: 500.00",
      },
    });
    const nobodys = { transaction_id: "TXN1", refund_amount: "1.00" };
    expect(await client.initiateRefund(nobodys)).toMatchObject({ refusal: { kind: "not_found" } });
    expect(await client.refundStatus("RFD1")).toMatchObject({ refusal: { kind: "not_found" } });
    expect(await client.waitForRefund("RFD1")).toMatchObject({
      kind: "refused",
      refusal: { kind: "not_found" },
    });
  });
});

describe("the ops extension", () => {
  test("capabilities names every operation that the client knows", async () => {
    const { operations } = valueOf(await client.ops("capabilities", {}));
    const known = Object.keys(OPS).filter((name) => name !== "capabilities");
    expect([...operations].sort()).toEqual(known.sort());
  });

  test("a list is read page by page", async () => {
    const { transaction_id } = await paidPayment();
    for (const refund_amount of ["1.00", "2.00", "3.00"]) {
      valueOf(await client.initiateRefund({ transaction_id, refund_amount }));
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { refunds: { refund_amount: string }[]; next_cursor: string | null } = valueOf(
        await client.ops("refunds.search", { transaction_id, limit: 2, cursor }),
      );
      seen.push(...page.refunds.map(({ refund_amount }) => refund_amount));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(seen).toEqual(["3.00", "2.00", "1.00"]);
  });

  test("fields at fault are named, and what does not exist is not found", async () => {
    expect(await client.ops("refunds.search", { limit: 201 })).toMatchObject({
      refusal: { kind: "rejected", status: 400, faults: [{ field: "limit" }] },
    });
    expect(await client.ops("refunds.balance", { transaction_id: "TXN1" })).toMatchObject({
      refusal: { kind: "not_found" },
    });
  });

  test("a conflict with the current state has its own kind: the last key can't be revoked", async () => {
    const { keys } = valueOf(await client.ops("keys.list", {}));
    expect(keys).toHaveLength(1);
    const [key] = keys;
    expect(await client.ops("keys.revoke", { key_id: key?.key_id ?? "" })).toMatchObject({
      kind: "refused",
      refusal: { kind: "conflict", message: expect.stringMatching(/key/) as string },
    });
    expect(await client.ops("capabilities", {})).toMatchObject({ kind: "answered" });
  });

  test("a clock that is ten minutes off is refused as a wrong key is", async () => {
    const late = connect({ clock: { now: () => new Date(Date.now() - 600_000) } });
    expect(await late.ops("capabilities", {})).toMatchObject({ refusal: { kind: "key_refused" } });
  });
});

test("a wrong salt has its own kind, in every method", async () => {
  const wrong = connect({ salt: "test_salt_wrong" });
  const responses = await Promise.all([
    wrong.initiatePayment(payment()),
    wrong.transactionStatus("ORD-1"),
    wrong.cancelTransaction("ORD-1"),
    wrong.initiateRefund({ transaction_id: "TXN1", refund_amount: "1.00" }),
    wrong.refundStatus("RFD1"),
    wrong.ops("refunds.search", {}),
  ]);
  for (const response of responses) {
    expect(response).toMatchObject({ kind: "refused", refusal: { kind: "key_refused" } });
  }
});
