import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { declineApproval } from "../approvals/commands/decline-approval";
import { findActingPerson } from "../bulk/store/bulk-runs";
import { exportResponse } from "../export/export-response";
import { startCustomerSearch } from "../payments/commands/start-customer-search";
import { deactivatePerson } from "../people/commands/set-person-active";
import { requestRefund } from "../refunds/commands/request-refund";
import { findIntent } from "../refunds/store/refund-intents";
import { askFor, setRule } from "@/tools/testing/dashboard/approvals";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { refundInput } from "@/tools/testing/dashboard/refund-input";
import { TEST_CREDENTIALS } from "@/tools/testing/dashboard/scripted-ledger";
import { addSecondAccount, type SecondAccount } from "@/tools/testing/dashboard/second-account";
import { changeCredentials } from "./commands/change-account";

/** What needs more than an account's own tables: the session, the person and the merchant. */
let harness: Harness;
let second: SecondAccount;
beforeAll(async () => {
  harness = await startHarness();
  second = await addSecondAccount(harness);
}, 60_000);
afterAll(async () => {
  await second.stop();
  await harness.stop();
});

/** Simulates a restore with another SECOND_FACTOR_KEY. */
async function damageStoredKey(): Promise<void> {
  await harness.pool.query(
    "update accounts set sealed_credentials = 'damaged', version = version + 1 where id = 2",
  );
  await expect(second.accounts.findById(2)).rejects.toThrow("do not open");
}

async function* ids(count: number): AsyncGenerator<string> {
  for (let index = 0; index < count; index += 1) yield await Promise.resolve(`TXN${String(index)}`);
}

describe("in an account other than the first", () => {
  it("a second person decides on a refund above the threshold, with their role in the account", async () => {
    const ctxOf: SecondAccount["ctxOf"] = (role, person) => second.ctxOf(role, person);
    await setRule({ ...harness, ctxOf }, "5.00");
    const payment = second.service.addPayment({ merchant_transaction_id: "ORD-A" });
    const approvalId = await askFor(await ctxOf("finance"), payment, "10.00");
    const input = { approvalId, note: "Not now" };
    expect(await declineApproval(await ctxOf("support"), input)).toMatchObject({ kind: "forbidden" });
    expect(await declineApproval(await ctxOf("finance"), input)).toMatchObject({ kind: "declined" });
  });

  it("a customer is searched for by their contact", async () => {
    const finance = await second.ctxOf("finance");
    expect(await startCustomerSearch(finance, { value: "customer@example.com" })).toMatchObject({
      kind: "begun",
    });
  });

  it("an export goes on while its person may export in this account, whatever they may elsewhere", async () => {
    const table = {
      name: "payments",
      columns: [{ heading: "transaction_id", kind: "text", cell: (id: string) => id }],
    } as const;
    const order = { format: "csv", table, filter: "", rows: () => ids(450) } as const;
    const text = await (await exportResponse(await second.ctxOf("finance"), order)).text();
    expect(text.trim().split("\n")).toHaveLength(451);
    // Finance in the first account, support here.
    const { actor } = await harness.ctxOf("finance");
    const support = await second.ctxOf("support", actor);
    const broken = exportResponse({ ...support, actor: { ...support.actor, role: "finance" } }, order);
    await expect(broken.then((response) => response.text())).rejects.toThrow();
  });

  it("nothing is sent for a person who was deactivated in the installation, also as the account's last admin", async () => {
    const admin = await harness.ctxOf("admin");
    const { actor } = await harness.ctxOf("support");
    const { pool } = await second.services();
    await second.ctxOf("admin", actor);
    expect(await deactivatePerson(admin, actor.userId)).toEqual({ kind: "done" });
    expect(await findActingPerson(pool, actor.userId)).toBeNull();
  });

  it("a schema that was left half made blocks nobody", async () => {
    await harness.pool.query("create schema account_999");
    const admin = await harness.ctxOf("admin");
    const { actor } = await harness.ctxOf("support");
    expect(await deactivatePerson(admin, actor.userId)).toEqual({ kind: "done" });
  });

  it.each([
    ["who has no payment of that reference", [], false],
    ["whose own payment has the same reference", ["ORD-B"], false],
    ["when the stored key does not open", [], true],
  ])(
    "a key of another merchant is refused, so that an unknown refund stays unknown: %s",
    async (_who, theirs, isDamaged) => {
      await setRule({ ...harness, ctxOf: (role) => second.ctxOf(role) }, "1000.00");
      const payment = second.service.addPayment({ merchant_transaction_id: "ORD-B" });
      const finance = await second.ctxOf("finance");
      second.service.next("refund_initiate", { kind: "drop", when: "after" });
      const input = refundInput(payment, { amount: "10.00" });
      expect((await requestRefund(finance, input)).kind).toBe("unknown");
      second.service.reset();
      for (const merchant_transaction_id of theirs) second.service.addPayment({ merchant_transaction_id });
      if (isDamaged) await damageStoredKey();
      const admin = await harness.ctxOf("admin");
      const key = { apiKey: TEST_CREDENTIALS.apiKey, salt: TEST_CREDENTIALS.apiSalt };
      expect(await changeCredentials(admin, { id: 2, ...key }, second.accounts)).toEqual({
        kind: "other_merchant",
      });
      expect((await findIntent(finance.pool, input.intentId))?.state).toBe("UNKNOWN");
    },
  );
});
