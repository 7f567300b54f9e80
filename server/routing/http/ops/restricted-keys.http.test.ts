import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPS, type OpsName } from "@/lib/contract/ops";
import { accessesWith, operationsOf } from "@/lib/keys/allowed-calls";
import { addMerchant } from "@/tools/testing/routing/add-merchant";
import { type Created, type Key, keyCalls } from "@/tools/testing/routing/key-calls";
import { type MerchantCode, newReference } from "@/tools/testing/routing/merchant-code";
import { startTestService, type TestService } from "@/tools/testing/routing/service";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ RATE_LIMIT_PER_SECOND: "200", RATE_LIMIT_BURST: "400" });
});
afterAll(() => service.stop());

const { keys, create, asHolderOf } = keyCalls(() => service);

const refusal = (access: string, call: string, others: string): string =>
  `The access of this API key is \`${access}\`, which does not include ${call}. Sign with a key whose access is one of: ${others}.`;
const othersFor = (name: OpsName): string => (accessesWith(name).length > 1 ? "`all`, `read_only`" : "`all`");

const createRestricted = (as?: MerchantCode): Promise<Created> =>
  create({ label: "Web shop", access: "payments" }, as);
const accessOf = async (keyId: string, as?: MerchantCode): Promise<string | undefined> => {
  const { keys: listed } = (await keys("list", {}, as)).json as { keys: Key[] };
  return listed.find((key) => key.key_id === keyId)?.access;
};

describe("a key restricted to payments", () => {
  test("signs each of the five endpoints", async () => {
    const shop = asHolderOf(await createRestricted());
    const { transaction_id: transactionId, merchant_transaction_id: reference } = await shop.payment();
    expect((await shop.status(reference)).status).toBe(200);
    const refund = await shop.refund(transactionId, "1.00");
    expect(refund.status).toBe(201);
    const { refund_id: refundId } = refund.json as { refund_id: string };
    expect((await shop.refundStatus(refundId)).status).toBe(200);
    const { merchant_transaction_id: open } = (await shop.initiate()).json as {
      merchant_transaction_id: string;
    };
    expect((await shop.cancel(open)).status).toBe(200);
  });

  test.each(Object.keys(OPS).filter((name) => name !== "capabilities") as OpsName[])(
    "is refused %s with 403 and what to do, whatever the body",
    async (name) => {
      const shop = asHolderOf(await createRestricted(await addMerchant(service)));
      const { method, path } = OPS[name];
      const reply = await shop.ops(method, path, {});
      const detail = refusal("payments", name, othersFor(name));
      expect([reply.status, reply.json]).toEqual([403, { detail }]);
    },
  );

  test("is offered no operation by capabilities, so that its holder's tools do without, and told its merchant", async () => {
    const shop = asHolderOf(await createRestricted());
    const reply = await shop.ops("GET", "/v1/ops/capabilities");
    const { merchant_id: merchantId } = (await service.merchant.ops("GET", "/v1/ops/capabilities"))
      .json as Record<string, unknown>;
    expect([reply.status, reply.json]).toEqual([
      200,
      { version: 1, idempotency: true, operations: [], merchant_id: merchantId, test_only: true },
    ]);
    const other = await (await addMerchant(service)).ops("GET", "/v1/ops/capabilities");
    expect((other.json as Record<string, unknown>).merchant_id).not.toBe(merchantId);
  });

  test("with a wrong signature gets the 401 of everybody, which says nothing of its access", async () => {
    const { key } = await createRestricted();
    const forger = asHolderOf({ key, salt: "test_salt_guessed" });
    const reply = await forger.ops("POST", OPS["keys.list"].path, {});
    expect([reply.status, reply.json]).toEqual([401, { detail: "Invalid ops signature." }]);
  });

  test("changes no vendor account and no key: nothing is written for a refused call", async () => {
    const merchant = await addMerchant(service);
    const shop = asHolderOf(await createRestricted(merchant));
    const stripe = { gateway: "stripe", secret_key: "sk_test_of_a_stranger", webhook_secret: "whsec_x" };
    const account = { credentials: stripe, replaces: null, save_anyway: { unreachable: true } };
    expect((await shop.ops("POST", OPS["gateways.add_account"].path, account)).status).toBe(403);
    expect((await keys("create", { label: "More", access: "all" }, shop)).status).toBe(403);
    const accounts = await service.db.query(
      `select from gateway_accounts a join api_keys k using (merchant_id) where k.api_key = $1`,
      [merchant.apiKey],
    );
    const { rowCount } = await service.db.query(
      `select from api_keys where merchant_id = (select merchant_id from api_keys where api_key = $1)`,
      [merchant.apiKey],
    );
    expect([accounts.rowCount, rowCount]).toEqual([0, 2]);
  });
});

describe("a key without refunds", () => {
  test("creates, looks up and cancels, and is refused a refund in the endpoint's shape; nothing is refunded", async () => {
    const shop = asHolderOf(await create({ label: "Till", access: "payments_without_refunds" }));
    const { transaction_id: transactionId, merchant_transaction_id: reference } = await shop.payment();
    expect((await shop.status(reference)).status).toBe(200);
    const refused = await shop.refund(transactionId, "1.00");
    expect([refused.status, refused.json]).toEqual([
      403,
      {
        success: false,
        message: refusal("payments_without_refunds", "/v1/route/refund-initiate/", "`all`, `payments`"),
        data: null,
      },
    ]);
    const body = { transaction_id: transactionId };
    const balance = await service.merchant.ops("POST", OPS["refunds.balance"].path, body);
    expect(balance.json).toMatchObject({ refunded_amount: "0.00", in_progress_amount: "0.00" });
    const made = (await service.merchant.refund(transactionId, "1.00")).json as { refund_id: string };
    expect((await shop.refundStatus(made.refund_id)).status).toBe(200);
    const { merchant_transaction_id: open } = (await shop.initiate()).json as {
      merchant_transaction_id: string;
    };
    expect((await shop.cancel(open)).status).toBe(200);
    expect((await shop.ops("POST", OPS["payments.search"].path, {})).status).toBe(403);
  });

  test("does not learn the answer to another key's refund by its idempotency key", async () => {
    const shop = asHolderOf(await create({ label: "Till", access: "payments_without_refunds" }));
    const { transaction_id: transactionId } = await shop.payment();
    const once = { "Idempotency-Key": newReference() };
    expect((await service.merchant.refund(transactionId, "1.00", {}, once)).status).toBe(201);
    expect((await shop.refund(transactionId, "1.00", {}, once)).status).toBe(403);
  });
});

describe("a read-only key", () => {
  test("looks up and searches, and changes nothing: each refusal has its endpoint's shape", async () => {
    const reader = asHolderOf(await create({ label: "Ledger", access: "read_only" }));
    const { transaction_id: transactionId, merchant_transaction_id: reference } =
      await service.merchant.payment();
    expect((await reader.status(reference)).status).toBe(200);
    const search = await reader.ops("POST", OPS["payments.search"].path, {});
    expect([search.status, search.text.includes(transactionId)]).toEqual([200, true]);
    const message = (path: string, others: string): string => refusal("read_only", path, others);
    const payments = "`all`, `payments`, `payments_without_refunds`";
    expect(await reader.initiate()).toMatchObject({
      status: 403,
      json: { success: false, message: [{ body: message("/v1/route/initiate_payment", payments) }] },
    });
    expect(await reader.cancel(reference)).toMatchObject({
      status: 403,
      json: { success: false, message: message("/v1/route/transaction-cancel", payments) },
    });
    expect((await reader.refund(transactionId, "1.00")).status).toBe(403);
    expect((await reader.status(reference)).text).toContain("SUCCESS");
  });

  test("does not learn an open payment's link, at which anybody can end it", async () => {
    const { transaction_id, payment_link } = (await service.merchant.initiate()).json as Record<
      string,
      string
    >;
    const linkFor = async (merchant: MerchantCode): Promise<unknown> =>
      (
        (await merchant.ops("POST", OPS["payments.get"].path, { transaction_id })).json as Record<
          string,
          unknown
        >
      ).payment_link;
    const reader = asHolderOf(await create({ label: "Ledger", access: "read_only" }));
    expect([await linkFor(service.merchant), await linkFor(reader)]).toEqual([payment_link, null]);
  });

  test("is offered what it may read, and refused every other operation", async () => {
    const reader = asHolderOf(
      await create({ label: "Ledger", access: "read_only" }, await addMerchant(service)),
    );
    const { operations } = (await reader.ops("GET", "/v1/ops/capabilities")).json as { operations: string[] };
    expect(operations).toEqual(operationsOf("read_only"));
    for (const name of Object.keys(OPS) as OpsName[]) {
      if (name === "capabilities") continue;
      const { status } = await reader.ops("POST", OPS[name].path, {});
      expect([name, status === 403]).toEqual([name, !operations.includes(name)]);
    }
  });
});

describe("the access of a key", () => {
  test("is all unless the request says payments, and the list shows it", async () => {
    const [usual, explicit, restricted] = [
      await create(),
      await create({ label: "Reports", access: "all" }),
      await createRestricted(),
    ];
    expect([usual.key.access, explicit.key.access, restricted.key.access]).toEqual([
      "all",
      "all",
      "payments",
    ]);
    expect(await accessOf(restricted.key.key_id)).toBe("payments");
  });

  test("is kept by a rotation, of the old key and of the new one", async () => {
    const old = await createRestricted();
    const rotated = (await keys("rotate", { key_id: old.key.key_id, overlap_hours: 1 })).json as Created & {
      replaced: Key;
    };
    expect([rotated.key.access, rotated.replaced.access]).toEqual(["payments", "payments"]);
    for (const holder of [asHolderOf(old), asHolderOf(rotated)]) {
      expect((await holder.ops("POST", OPS["keys.list"].path, {})).status).toBe(403);
    }
  });

  test("can be changed by a key with access to everything, from the next request on", async () => {
    const shop = await create({ label: "Web shop" });
    const read = (): Promise<number> => keys("list", {}, asHolderOf(shop)).then((reply) => reply.status);
    expect(await read()).toBe(200);
    const restricted = await keys("update", { key_id: shop.key.key_id, access: "payments" });
    expect([restricted.status, restricted.json]).toMatchObject([
      200,
      { key: { access: "payments", label: "Web shop" } },
    ]);
    expect(await read()).toBe(403);
    await keys("update", { key_id: shop.key.key_id, label: "Shop" });
    expect(await accessOf(shop.key.key_id)).toBe("payments");
    await keys("update", { key_id: shop.key.key_id, access: "all" });
    expect(await read()).toBe(200);
  });

  test("must be one that there is", async () => {
    for (const reply of [
      await keys("create", { label: "x", access: "refunds" }),
      await keys("update", { key_id: "k_1", access: null }),
    ]) {
      expect([reply.status, reply.json]).toMatchObject([400, { faults: [{ field: "access" }] }]);
    }
  });

  test("a merchant keeps a key with access to everything: restricted keys do not count as others", async () => {
    const merchant = await addMerchant(service);
    await createRestricted(merchant);
    const own = ((await keys("list", {}, merchant)).json as { keys: Key[] }).keys.find(
      (key) => key.is_caller,
    ) as Key;
    const revoked = await keys("revoke", { key_id: own.key_id }, merchant);
    expect([revoked.status, revoked.text.includes("last working key")]).toEqual([409, true]);
    const restricted = await keys("update", { key_id: own.key_id, access: "payments" }, merchant);
    expect([restricted.status, restricted.json]).toEqual([
      409,
      { detail: "This key signed the request, and a key cannot restrict itself. Sign with another one." },
    ]);
    const second = await create({ label: "Second" }, merchant);
    await keys("rotate", { key_id: second.key.key_id, overlap_hours: 1 }, merchant);
    const byAnother = await keys("update", { key_id: own.key_id, access: "payments" }, asHolderOf(second));
    expect(byAnother.status).toBe(200);
    const again = await addMerchant(service);
    const [first] = ((await keys("list", {}, again)).json as { keys: Key[] }).keys;
    const rotated = (await keys("rotate", { key_id: first?.key_id, overlap_hours: 1 }, again))
      .json as Created;
    const last = await keys("update", { key_id: rotated.key.key_id, access: "payments" }, again);
    expect([last.status, last.json]).toEqual([
      409,
      {
        detail:
          "This is the merchant's last working key with access to everything, or the others end soon. Create another one first, then restrict this one.",
      },
    ]);
  });
});
