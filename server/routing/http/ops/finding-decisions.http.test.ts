import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addMerchant } from "@/tools/testing/routing/add-merchant";
import { type CreatedPayment, type MerchantCode, type Reply } from "@/tools/testing/routing/merchant-code";
import { type Finding, Reconciler, seen } from "@/tools/testing/routing/reconciler";
import { startTestService, type TestService } from "@/tools/testing/routing/service";

let service: TestService;
beforeAll(async () => {
  // No poll repairs during the tests, and the daily run, due at once, would be in progress when a test asks for one.
  service = await startTestService({
    GATEWAY_FIRST_LOOK_MS: "600000",
    SWEEP_INTERVAL_MS: "500",
    DAILY_RECONCILIATION: "off",
  });
});
afterAll(async () => {
  await service.stop();
});

let merchant: MerchantCode;
let reconciler: Reconciler;
beforeEach(async () => {
  merchant = await addMerchant(service);
  reconciler = new Reconciler(service, merchant);
});

describe("a repair", () => {
  test("makes the one change, and a repeated request returns it", async () => {
    const missed = await reconciler.missedCharge();
    await reconciler.run();
    const finding = await reconciler.onlyFinding();
    const reply = await reconciler.call("repair", { ...seen(finding), requested_by: "Meera" });
    expect(reply.json).toMatchObject({ state: "repaired", repair_requested_by: "Meera" });
    expect(await reconciler.statusOf(missed)).toBe("SUCCESS");
    expect((await reconciler.call("repair", { ...seen(finding), requested_by: "Arjun" })).json).toMatchObject(
      {
        state: "repaired",
        repair_requested_by: "Meera",
      },
    );
  });

  test("two people at once: one repair, one event, and money that came late goes back once", async () => {
    const late = await merchant.payment({}, null);
    await merchant.cancel(late.merchant_transaction_id);
    await reconciler.charge(late);
    await reconciler.run();
    const finding = await reconciler.onlyFinding();
    expect(finding.problem).toBe("late_money");
    const replies = await Promise.all(
      ["Meera", "Arjun", "Meera", "Arjun"].map((by) =>
        reconciler.call("repair", { ...seen(finding), requested_by: by }),
      ),
    );
    for (const { status } of replies) expect([200, 409]).toContain(status);
    expect(replies.some(({ status }) => status === 200)).toBe(true);
    const reversals = await service.db.query(
      "select from refunds where kind = 'reversal' and payment_id = $1",
      [late.transaction_id],
    );
    expect(reversals.rowCount).toBe(1);
    expect(await reconciler.onlyFinding()).toMatchObject({ state: "repaired" });
  });

  test("is refused for what only a person can decide, and when what was found has changed", async () => {
    const differs = await merchant.payment();
    await reconciler.chargedAt(differs, 40_000);
    await reconciler.run();
    const finding = await reconciler.onlyFinding();
    expect((await reconciler.call("repair", seen(finding))).status).toBe(409);
    const missed = await reconciler.missedCharge();
    await reconciler.run();
    const certain = await reconciler.onlyFinding({ problem: "ended_there" });
    await reconciler.chargedAt(missed, 100);
    const reply = await reconciler.call("repair", seen(certain));
    expect([reply.status, reply.json]).toEqual([
      409,
      { detail: "The finding has changed. Look at it again." },
    ]);
    expect(await reconciler.statusOf(missed)).toBe("INITIATED");
  });

  test("changes nothing while the gateway does not answer", async () => {
    const missed = await reconciler.missedCharge();
    await reconciler.run();
    const finding = await reconciler.onlyFinding();
    await service.db.query("update payments set gateway = 'stripe' where id = $1", [missed.transaction_id]);
    expect((await reconciler.call("repair", seen(finding))).status).toBe(409);
    expect([await reconciler.statusOf(missed), (await reconciler.onlyFinding()).state]).toEqual([
      "INITIATED",
      "open",
    ]);
  });
});

describe("a settlement", () => {
  const settle = (finding: Finding, more: object = {}): Promise<Reply> =>
    reconciler.call("settle", {
      ...seen(finding),
      settlement_id: "S-1",
      evidence: "The settlement report lists it.",
      vendor_reference: "SR-318",
      proposed_by: "Meera",
      confirmed_by: "Arjun",
      ...more,
    });
  async function differing(): Promise<{ payment: CreatedPayment; finding: Finding }> {
    const payment = await merchant.payment();
    await reconciler.chargedAt(payment, 40_000);
    await reconciler.run();
    return { payment, finding: await reconciler.onlyFinding() };
  }

  test("closes the finding, once, and later runs do not open it again while the facts are the same", async () => {
    const { payment, finding } = await differing();
    expect((await settle(finding)).json).toMatchObject({
      state: "settled",
      settlement: { vendor_reference: "SR-318", proposed_by: "Meera", confirmed_by: "Arjun" },
    });
    expect((await settle(finding)).status).toBe(200);
    expect((await settle(finding, { settlement_id: "S-2" })).status).toBe(409);
    expect(await reconciler.run()).toMatchObject({ left: 0, settled: 1, matched: 0 });
    await reconciler.chargedAt(payment, 30_000);
    expect(await reconciler.run()).toMatchObject({ left: 1, settled: 0 });
    expect(await reconciler.statusOf(payment)).toBe("SUCCESS");
  });

  test("is refused for one person alone, after a change, and for what can be repaired", async () => {
    const { payment, finding } = await differing();
    expect((await settle(finding, { confirmed_by: "Meera" })).json).toMatchObject({
      faults: [{ field: "confirmed_by" }],
    });
    await reconciler.chargedAt(payment, 30_000);
    await reconciler.run();
    expect((await settle(finding)).status).toBe(409);
    await reconciler.missedCharge();
    await reconciler.run();
    expect((await settle(await reconciler.onlyFinding({ problem: "ended_there" }))).status).toBe(409);
  });
});
