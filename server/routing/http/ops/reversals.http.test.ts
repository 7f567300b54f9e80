import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addReversal } from "@/tools/testing/routing/add-reversal";
import { addMerchant } from "@/tools/testing/routing/add-merchant";
import type { MerchantCode } from "@/tools/testing/routing/merchant-code";
import { startTestService, type TestService } from "@/tools/testing/routing/service";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const get = (transactionId: string, as = service.merchant): ReturnType<MerchantCode["ops"]> =>
  as.ops("POST", "/v1/ops/payments/get", { transaction_id: transactionId });

/** As long as a gateway's id can be: the cursor contains it. */
const CHARGE = "CHARGE-".padEnd(255, "é");

describe("reversals", () => {
  test("late money is shown with its payment and in reversals.search, what failed first, page by page", async () => {
    const made: Record<string, string> = {};
    for (const status of ["SUCCESS", "FAILURE", "PROCESSING", "INITIATED"]) {
      const { transaction_id: id } = await service.merchant.payment({}, "drop");
      made[status] = id;
      await addReversal(service.db, id, { charge: CHARGE, status, dueAt: "infinity" });
    }
    const listed: { transaction_id: string; reversal_status: string }[] = [];
    let cursor: string | null = null;
    do {
      const reply = await service.merchant.ops("POST", "/v1/ops/reversals/search", { limit: 1, cursor });
      const page = reply.json as { reversals: typeof listed; next_cursor: string | null };
      listed.push(...page.reversals);
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(listed.map((reversal) => reversal.reversal_status)).toEqual([
      "FAILURE",
      "INITIATED",
      "PROCESSING",
      "SUCCESS",
    ]);
    const failed = await service.merchant.ops("POST", "/v1/ops/reversals/search", { status: ["FAILURE"] });
    expect(failed.json).toMatchObject({ reversals: [{ transaction_id: made.FAILURE }], next_cursor: null });
    const detail = await get(made.FAILURE ?? "");
    expect(detail.json).toMatchObject({
      reversals: [{ gateway_transaction_id: CHARGE, reversal_status: "FAILURE", reversal_amount: "500.00" }],
    });
    expect(
      (await (await addMerchant(service)).ops("POST", "/v1/ops/reversals/search", {})).json,
    ).toMatchObject({
      reversals: [],
    });
  });

  test.each([
    ["nonsense"],
    [Buffer.from('[0,"2026-01-01T00:00:00Z","a\\u0000"]').toString("base64url")],
    [Buffer.from('[9,"2026-01-01T00:00:00Z","a"]').toString("base64url")],
    [Buffer.from('[1,"yesterday","a"]').toString("base64url")],
  ])("a cursor that is none is 400: %s", async (cursor) => {
    const reply = await service.merchant.ops("POST", "/v1/ops/reversals/search", { cursor });
    expect([reply.status, reply.json]).toMatchObject([400, { faults: [{ field: "cursor" }] }]);
  });
});
