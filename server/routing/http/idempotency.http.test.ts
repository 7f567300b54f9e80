import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newReference, paymentBody } from "@/tools/testing/routing/merchant-code";
import { startTestService, type TestService } from "@/tools/testing/routing/service";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const withKey = (key: string): Record<string, string> => ({ "Idempotency-Key": key });
const count = async (table: "payments" | "refunds"): Promise<number> => {
  const { rows } = await service.db.query<{ count: number }>(`select count(*)::int as count from ${table}`);
  return rows[0]?.count ?? -1;
};

describe("Idempotency-Key (decision 0005)", () => {
  test("the same key and body replay the first answer of a refund; one refund is made", async () => {
    const { transaction_id: id } = await service.merchant.payment();
    const before = await count("refunds");
    const first = await service.merchant.refund(id, "10.00", {}, withKey("refund-1"));
    const second = await service.merchant.refund(id, "10.00", {}, withKey("refund-1"));
    expect([second.status, second.text]).toEqual([first.status, first.text]);
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    expect(await count("refunds")).toBe(before + 1);
  });

  test("the same key and body replay the first answer of a creation, where it would be Already exists", async () => {
    const body = paymentBody();
    const first = await service.merchant.initiate(body, withKey("create-1"));
    const second = await service.merchant.initiate(body, withKey("create-1"));
    expect([first.status, second.status, second.text]).toEqual([201, 201, first.text]);
  });

  test("of 50 at once with one key, one refund is made and every answer is the first one or 409", async () => {
    const { transaction_id: id } = await service.merchant.payment();
    const before = await count("refunds");
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => service.merchant.refund(id, "1.00", {}, withKey("storm"))),
    );
    const made = replies.filter((reply) => reply.status === 201);
    expect(new Set(made.map((reply) => reply.text)).size).toBe(1);
    for (const reply of replies) expect([201, 409]).toContain(reply.status);
    expect(await count("refunds")).toBe(before + 1);
  });

  test("another body is 422, also one that differs only in white space, and changes nothing", async () => {
    const { transaction_id: id } = await service.merchant.payment();
    await service.merchant.refund(id, "10.00", {}, withKey("refund-2"));
    const before = await count("refunds");
    const other = await service.merchant.refund(id, "10.01", {}, withKey("refund-2"));
    expect([other.status, other.json]).toEqual([
      422,
      { success: false, message: expect.any(String) as string, data: null },
    ]);
    const spaced = await service.merchant.send(
      "/v1/route/refund-initiate/",
      `{"transaction_id":"${id}", "refund_amount":"10.00"}`,
      [id, "10.00"],
      withKey("refund-2"),
    );
    expect(spaced.status).toBe(422);
    expect(await count("refunds")).toBe(before);
  });

  test("a refusal is replayed too, though it would be granted by now", async () => {
    const payment = await service.merchant.payment({}, null);
    const first = await service.merchant.refund(payment.transaction_id, "1.00", {}, withKey("refused"));
    expect(first.status).toBe(400);
    await fetch(payment.payment_link, {
      method: "POST",
      body: new URLSearchParams({ outcome: "success" }),
      redirect: "manual",
    });
    const again = await service.merchant.refund(payment.transaction_id, "1.00", {}, withKey("refused"));
    expect([again.status, again.text]).toEqual([first.status, first.text]);
    expect((await service.merchant.refund(payment.transaction_id, "1.00")).status).toBe(201);
  });

  test("a 401 keeps nothing: the right hash under the same key is then done", async () => {
    const { transaction_id: id } = await service.merchant.payment();
    const body = { transaction_id: id, refund_amount: "1.00" };
    const path = "/v1/route/refund-initiate/";
    expect((await service.merchant.send(path, body, [id, "2.00"], withKey("after-401"))).status).toBe(401);
    expect((await service.merchant.send(path, body, [id, "1.00"], withKey("after-401"))).status).toBe(201);
  });

  test("keys are apart for each endpoint", async () => {
    const body = paymentBody();
    expect((await service.merchant.initiate(body, withKey("shared"))).status).toBe(201);
    const { transaction_id: id } = await service.merchant.payment();
    expect((await service.merchant.refund(id, "1.00", {}, withKey("shared"))).status).toBe(201);
  });

  test("a key is 1 to 255 characters", async () => {
    const { transaction_id: id } = await service.merchant.payment();
    expect((await service.merchant.refund(id, "1.00", {}, withKey("k".repeat(255)))).status).toBe(201);
    for (const key of ["", "k".repeat(256)]) {
      const reply = await service.merchant.refund(id, "1.00", {}, withKey(key));
      expect([reply.status, reply.json]).toEqual([
        400,
        { success: false, message: expect.stringContaining("Idempotency-Key") as string, data: null },
      ]);
    }
  });

  test("a key in flight is 409; one whose process died is claimed when its lease has expired", async () => {
    const { transaction_id: id } = await service.merchant.payment();
    await service.merchant.refund(id, "3.00", {}, withKey("leased"));
    // The row is as a process leaves it that is killed before its command is committed.
    await service.db.query(
      `update idempotency_keys set response_status = null, response_body = null, leased_until = now() + interval '1 minute'
       where key = 'leased'`,
    );
    expect((await service.merchant.refund(id, "3.00", {}, withKey("leased"))).status).toBe(409);
    await service.db.query(`update idempotency_keys set leased_until = now() where key = 'leased'`);
    expect((await service.merchant.refund(id, "3.00", {}, withKey("leased"))).status).toBe(201);
  });

  test("after 24 hours a key begins anew", async () => {
    const { transaction_id: id } = await service.merchant.payment();
    const first = await service.merchant.refund(id, "4.00", {}, withKey("old"));
    await service.db.query(
      `update idempotency_keys set created_at = now() - interval '24 hours' where key = 'old'`,
    );
    const second = await service.merchant.refund(id, "4.00", {}, withKey("old"));
    expect(second.status).toBe(201);
    expect(second.text).not.toBe(first.text);
  });

  test("without the header nothing is remembered", async () => {
    const reference = newReference();
    expect((await service.merchant.initiate({ merchant_transaction_id: reference })).status).toBe(201);
    expect((await service.merchant.initiate({ merchant_transaction_id: reference })).status).toBe(400);
  });
});
