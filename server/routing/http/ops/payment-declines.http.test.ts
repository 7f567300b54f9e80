import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addMerchant } from "@/tools/testing/routing/add-merchant";
import { startTestService, type TestService } from "@/tools/testing/routing/service";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

type Merchant = TestService["merchant"];
const hour = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

async function read<T>(merchant: Merchant, operation: string, body: object): Promise<T> {
  const reply = await merchant.ops("POST", `/v1/ops/payments/${operation}`, body);
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.json as T;
}
const declines = (merchant: Merchant, body = { from: hour(-1), until: hour(1) }) =>
  read<{ declines: unknown[]; complete: boolean }>(merchant, "declines", body);
const found = async (merchant: Merchant, reasons: string[], more = {}): Promise<string[]> => {
  const { payments } = await read<{ payments: { transaction_id: string; decline_reason: string }[] }>(
    merchant,
    "search",
    { decline_reason: reasons, ...more },
  );
  for (const payment of payments) expect(reasons).toContain(payment.decline_reason);
  return payments.map(({ transaction_id: id }) => id);
};
const setCode = (id: string, gateway: string, code: string | null) =>
  service.db.query("update payments set gateway = $2, failure_code = $3 where id = $1", [id, gateway, code]);

describe("decline reasons of a merchant's payments (decision 0312)", () => {
  let merchant: Merchant;
  let ids: Record<string, string>;
  beforeAll(async () => {
    merchant = await addMerchant(service);
    const end = async (outcome: "failure" | "drop" | "success", amount = "500.00"): Promise<string> =>
      (await merchant.payment({ transaction_amount: amount }, outcome)).transaction_id;
    ids = {
      paid: await end("success"),
      funds: await end("failure", "500.81"),
      fundsAtAdyen: await end("failure"),
      left: await end("drop"),
      declinedAndLeft: await end("drop"),
      silent: await end("failure"),
      unmapped: await end("failure"),
      said: await end("failure", "500.85"),
      further: await end("failure"),
      unopened: await end("failure"),
    };
    await setCode(ids.fundsAtAdyen ?? "", "adyen", "Not_Enough_Balance");
    await setCode(ids.declinedAndLeft ?? "", "stripe", "insufficient_funds");
    await setCode(ids.silent ?? "", "stripe", null);
    await setCode(ids.unmapped ?? "", "stripe", "of_next_year");
    await setCode(ids.further ?? "", "simulator-b", "insufficient_funds");
    await service.db.query(
      "update payments set gateway = null, failure_code = null, failure_message = null where id = $1",
      [ids.unopened],
    );
  });
  const named = (...names: string[]): string[] => names.map((name) => ids[name] ?? "").toSorted();

  test("a filter finds the payments of a reason at every gateway, also by several reasons", async () => {
    const funds = named("funds", "fundsAtAdyen", "declinedAndLeft", "further");
    expect((await found(merchant, ["insufficient_funds"])).toSorted()).toEqual(funds);
    expect(await found(merchant, ["insufficient_funds"], { gateway: "adyen" })).toEqual(
      named("fundsAtAdyen"),
    );
    expect(await found(merchant, ["insufficient_funds"], { status: ["DROP"] })).toEqual(
      named("declinedAndLeft"),
    );
    expect(await found(merchant, ["customer_abandoned"])).toEqual(named("left"));
    expect((await found(merchant, ["customer_abandoned", "unknown"])).toSorted()).toEqual(
      [...named("left"), ...named("silent", "unmapped", "said")].toSorted(),
    );
    expect(await found(merchant, ["lost_or_stolen_card"])).toEqual([]);
  });

  test("pages of a filter neither miss nor repeat a payment", async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { payments: { transaction_id: string }[]; next_cursor: string | null } = await read(
        merchant,
        "search",
        { decline_reason: ["insufficient_funds"], limit: 1, cursor },
      );
      seen.push(...page.payments.map(({ transaction_id: id }) => id));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(seen.toSorted()).toEqual(named("funds", "fundsAtAdyen", "declinedAndLeft", "further"));
  });

  test("the count of each gateway and reason is that of the filtered list", async () => {
    const { declines: counted, complete } = await declines(merchant);
    expect(complete).toBe(true);
    expect(counted).toEqual([
      { gateway: "adyen", decline_reason: "insufficient_funds", avoidability: "unavoidable", count: 1 },
      { gateway: "simulator", decline_reason: "insufficient_funds", avoidability: "unavoidable", count: 1 },
      { gateway: "simulator", decline_reason: "customer_abandoned", avoidability: "unavoidable", count: 1 },
      { gateway: "simulator", decline_reason: "unknown", avoidability: "unknown", count: 1 },
      { gateway: "simulator-b", decline_reason: "insufficient_funds", avoidability: "unavoidable", count: 1 },
      { gateway: "stripe", decline_reason: "insufficient_funds", avoidability: "unavoidable", count: 1 },
      { gateway: "stripe", decline_reason: "unknown", avoidability: "unknown", count: 2 },
    ]);
  });

  test("the codes that no map has are listed with their payments, those of another case as one", async () => {
    await service.db.query("update payments set failure_code = 'Of_Next_Year' where id = $1", [ids.silent]);
    const counted = await declines(merchant);
    await setCode(ids.silent ?? "", "stripe", null);
    expect(counted).toMatchObject({
      unmapped: [{ gateway: "stripe", code: "of_next_year", count: 2 }],
      unmapped_payments: 2,
    });
  });

  test("another merchant and another time have none", async () => {
    const other = await addMerchant(service);
    expect(await declines(other)).toMatchObject({ declines: [], unmapped: [], unmapped_payments: 0 });
    expect((await declines(merchant, { from: hour(-48), until: hour(-24) })).declines).toEqual([]);
    expect(await found(other, ["insufficient_funds"])).toEqual([]);
  });

  test("one that was paid after a declined attempt, or that no gateway opened, has no reason", async () => {
    await service.db.query("update payments set failure_code = 'card_declined' where id = $1", [ids.paid]);
    for (const id of named("paid", "unopened")) {
      expect(await read(merchant, "get", { transaction_id: id })).toMatchObject({
        payment: { decline_reason: null },
        failure: null,
      });
    }
    expect(await found(merchant, ["issuer_declined"])).toEqual([]);
  });
});
