import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventually, type Reply } from "@/tools/testing/routing/merchant-code";
import { rule, saveRules } from "@/tools/testing/routing/rules";
import { launch, end, freePort, startTestService, type TestService } from "@/tools/testing/routing/service";
import { clearSimulatorScript, scriptSimulator } from "@/tools/testing/routing/simulator-script";

/** Long enough for a slow machine to see it skipped, short enough to wait for its end. */
const OPEN_MS = 12_000;
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ CIRCUIT_FAILURES: "2", CIRCUIT_OPEN_MS: String(OPEN_MS) });
});
afterAll(() => service.stop());

const ops = (verb: string, body: object, merchant = service.merchant): Promise<Reply> =>
  merchant.ops("POST", `/v1/ops/gateways/${verb}`, body);
type Listed = { name: string; health: Record<string, unknown>; recent: object };
const simulator = async (merchant = service.merchant): Promise<Listed | undefined> =>
  ((await ops("list", {}, merchant)).json as { gateways: Listed[] }).gateways.find(
    ({ name }) => name === "simulator",
  );
const attemptsOf = async (reply: Reply): Promise<object[]> => {
  const { transaction_id: id } = reply.json as { transaction_id: string };
  const { rows } = await service.db.query<{ attempts: object[] }>(
    `select routing_decision->'attempts' as attempts from payments where id = $1`,
    [id],
  );
  return rows[0]?.attempts ?? [];
};
const HEALTHY = {
  state: "closed",
  consecutive_failures: 0,
  opened_at: null,
  next_trial_at: null,
  last_failure_at: null,
  last_failure: null,
};
const OUT_OF_SERVICE =
  "Every gateway for this payment is out of service at the moment. The payment has failed; it may be created again.";

beforeEach(async () => {
  await clearSimulatorScript(service.db);
  await service.db.query(`delete from gateway_health`);
});

describe("gateways.list", () => {
  test("returns what each gateway can do, its health, and what it did with the merchant's recent payments", async () => {
    await service.merchant.initiate();
    await service.merchant.initiate({ transaction_amount: "10.94" });
    const reply = await ops("list", {});
    expect([reply.status, reply.json]).toEqual([
      200,
      {
        gateways: [
          {
            name: "simulator",
            test: true,
            takes_payments: true,
            capabilities: {
              methods: ["CC", "DC", "UPI", "NB", "WALLET", "EMI"],
              currencies: null,
              voids: true,
              notifies: false,
            },
            health: HEALTHY,
            recent: { opened: 1, failed: 1, skipped: 0 },
          },
        ],
        recent_payments: { since: expect.any(String) as string, count: 2, complete: true },
      },
    ]);
  });
});

describe("a gateway that fails repeatedly", () => {
  async function breakSimulator(): Promise<void> {
    await scriptSimulator(service.db, "open_checkout", "unavailable", { times: 2 });
    for (let i = 0; i < 2; i += 1) {
      const reply = await service.merchant.initiate();
      expect([reply.status, reply.json]).toMatchObject([201, { success: false }]);
    }
  }

  test("is skipped by every process, with an answer that says so, until a trial finds it working", async () => {
    const port = await freePort();
    const other = await launch({ ...service.variables, ROUTING_PORT: String(port) });
    try {
      const elsewhere = service.merchant.at(`http://127.0.0.1:${port}`);
      await breakSimulator();
      expect((await simulator(elsewhere))?.health).toMatchObject({
        state: "open",
        opened_at: expect.any(String) as string,
        next_trial_at: expect.any(String) as string,
        last_failure: "the simulator was scripted to be unavailable",
      });
      const skipped = await elsewhere.initiate({ merchant_transaction_id: "SKIPPED-1" });
      expect([skipped.status, skipped.json]).toEqual([
        201,
        {
          success: false,
          transaction_id: expect.stringMatching(/^TXN/) as string,
          merchant_transaction_id: "SKIPPED-1",
          message: OUT_OF_SERVICE,
        },
      ]);
      expect(await attemptsOf(skipped)).toEqual([
        {
          ruleId: "every-payment",
          gateway: "simulator",
          outcome: "skipped",
          message: expect.stringMatching(/^circuit open until /) as string,
        },
      ]);
      const simulated = await service.merchant.ops("POST", "/v1/ops/rules/simulate", {
        payment: { transaction_amount: "1.00" },
      });
      expect(simulated.json).toMatchObject({
        gateways: [
          { state: "open", usable: false, reason: expect.stringContaining("circuit open") as string },
        ],
      });
      // The reference can be created again, and is the trial call once one is due (decision 0029).
      const again = await eventually(
        () => elsewhere.initiate({ merchant_transaction_id: "SKIPPED-1" }),
        (reply) => (reply.json as { success: boolean }).success,
      );
      expect(again.status).toBe(201);
      expect((await simulator())?.health).toMatchObject({ state: "closed", consecutive_failures: 0 });
    } finally {
      await end(other, "SIGTERM");
    }
  });

  test("gateways.reset puts it back in use at once", async () => {
    await breakSimulator();
    const reset = await ops("reset", { gateway: "simulator" });
    expect([reset.status, reset.json]).toMatchObject([
      200,
      { gateway: "simulator", health: { state: "closed", next_trial_at: null } },
    ]);
    expect((await service.merchant.initiate()).json).toMatchObject({ success: true });
  });

  test("amounts that the simulator refuses (decision 0210) never count against it", async () => {
    for (let i = 0; i < 4; i += 1) await service.merchant.initiate({ transaction_amount: "1.94" });
    expect((await simulator())?.health).toEqual(HEALTHY);
  });

  test.each([
    [{ gateway: "nowhere" }, 404],
    [{}, 400],
    [{ gateway: 5 }, 400],
    [{ gateway: "simulator", surprise: 1 }, 400],
  ])("resetting %j is %i", async (body, status) => {
    expect((await ops("reset", body)).status).toBe(status);
  });
});

test("the customer's retry at the checkout goes by the rules and the health of that moment", async () => {
  const payment = await service.merchant.payment({}, "failure");
  await saveRules(service.merchant, [rule("later")]);
  const { status } = await fetch(payment.payment_link, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: "outcome=retry",
    redirect: "manual",
  });
  expect(status).toBe(303);
  const { rows } = await service.db.query<{ rule: string }>(
    `select routing_decision->'attempts'->0->>'ruleId' as rule from payments
     where merchant_transaction_id = $1 order by attempt desc limit 1`,
    [payment.merchant_transaction_id],
  );
  expect(rows).toEqual([{ rule: "later" }]);
});
