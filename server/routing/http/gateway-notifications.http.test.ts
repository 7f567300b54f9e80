import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "@/server/platform/clock";
import { createPool } from "@/server/platform/pool";
import { createStripe } from "../gateway/stripe/stripe";
import { depsOn } from "@/tools/testing/routing/deps";
import { type CreatedPayment, eventually } from "@/tools/testing/routing/merchant-code";
import { pollOf } from "@/tools/testing/routing/polled";
import { freePort, type TestService } from "@/tools/testing/routing/service";
import { type StripeDouble, TEST_STRIPE } from "@/tools/testing/routing/stripe-double";
import { sessionOf, startStripeService, statusesOf } from "@/tools/testing/routing/stripe-service";
import { createKeyUsage } from "../usecases/keys/key-usage";
import { createRateLimiter } from "./rate-limit";
import { createServer } from "./server";
import { DEFAULT_TIME_LIMIT_MS } from "../gateway/time-limit";

let service: TestService;
let stripe: StripeDouble;
let stop: () => Promise<void>;
beforeAll(async () => {
  // Polls are far away: what changes in time here was changed by a notification.
  ({ service, stripe, stop } = await startStripeService({
    GATEWAY_FIRST_LOOK_MS: "600000",
    SWEEP_INTERVAL_MS: "600000",
  }));
});
afterAll(() => stop());

const address = (): string => `${service.baseUrl}/gateways/stripe/notifications`;
const post = async (
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
  method = "POST",
): Promise<{ status: number; json: unknown; headers: Headers }> => {
  const response = await fetch(service.baseUrl + path, { method, body, headers });
  return { status: response.status, json: await response.json(), headers: response.headers };
};

async function open(): Promise<{ payment: CreatedPayment; sessionId: string; session: object }> {
  const payment = await service.merchant.payment({}, null);
  const sessionId = await sessionOf(service, payment.transaction_id);
  const session = stripe.sessions.get(sessionId);
  if (session === undefined) throw new Error("the double has no such session");
  return { payment, sessionId, session };
}
const becomes = (payment: CreatedPayment, status: string): Promise<string[]> =>
  eventually(
    () => statusesOf(service, payment.merchant_transaction_id),
    ([latest]) => latest === status,
  );
const isLookedUp = async (payment: CreatedPayment): Promise<boolean> =>
  (await pollOf(service.db, payment.transaction_id))?.isAsked === true;

describe("what is refused", () => {
  test("a gateway that is not configured is 404", async () => {
    const { status, json } = await post("/gateways/nobody/notifications", "{}");
    expect([status, json]).toEqual([404, { detail: "Not found." }]);
  });

  test("a wrong signature, an old one and none are 401, and no lookup is scheduled", async () => {
    const { payment, session } = await open();
    const forged = stripe.notification("checkout.session.completed", session, {
      secret: "whsec_test_forged",
    });
    const old = stripe.notification("checkout.session.completed", session, {
      at: new Date(Date.now() - 3_600_000),
    });
    for (const { rawBody, headers } of [forged, old]) {
      const reply = await post(
        "/gateways/stripe/notifications",
        rawBody.toString("utf8"),
        headers as Record<string, string>,
      );
      expect([reply.status, reply.json]).toEqual([401, { detail: expect.any(String) as string }]);
    }
    expect((await post("/gateways/stripe/notifications", "{}")).status).toBe(401);
    expect(await isLookedUp(payment)).toBe(false);
  });

  test("a gateway that sends none takes none: 400", async () => {
    expect((await post("/gateways/simulator/notifications", "{}")).status).toBe(400);
  });

  test.each(["GET", "PUT", "PATCH", "DELETE", "OPTIONS"])("%s is 405 and names POST", async (method) => {
    const response = await fetch(address(), { method });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
  });

  test("a body of up to 256 KiB is read whatever its content type; a larger one is 413", async () => {
    const headers = { "content-type": "text/plain" };
    const atLimit = new Uint8Array(256 * 1024);
    expect((await post("/gateways/stripe/notifications", atLimit, headers)).status).toBe(401);
    const over = await post("/gateways/stripe/notifications", new Uint8Array(256 * 1024 + 1), headers);
    expect([over.status, over.json]).toEqual([413, { detail: expect.stringContaining("262144") as string }]);
  });
});

describe("notifications only trigger polls, whatever their order (failure 28)", () => {
  test("one about money causes a lookup of the payment, and it is paid", async () => {
    const { payment, sessionId, session } = await open();
    const intent = stripe.pay(sessionId);
    expect(await statusesOf(service, payment.merchant_transaction_id)).toEqual(["INITIATED"]);
    expect(await stripe.deliver(address(), "checkout.session.completed", session)).toBe(200);
    await becomes(payment, "SUCCESS");
    const [record] = (await service.merchant.status(payment.merchant_transaction_id)).json as object[];
    expect(record).toMatchObject({ gateway_transaction_id: intent, transaction_amount: "500.00" });
  });

  test("one that claims money which the gateway does not have moves nothing", async () => {
    const { payment, session } = await open();
    expect(await stripe.deliver(address(), "checkout.session.completed", session)).toBe(200);
    await eventually(
      () => isLookedUp(payment),
      (isWaiting) => !isWaiting,
    );
    expect(await statusesOf(service, payment.merchant_transaction_id)).toEqual(["INITIATED"]);
  });

  test("thirty, duplicated and in any order, move it once and charge it once", async () => {
    const { payment, sessionId, session } = await open();
    stripe.pay(sessionId);
    const types = ["checkout.session.expired", "checkout.session.completed", "payment_intent.succeeded"];
    const shuffled = Array.from({ length: 30 }, (_, i) => types[(i * 7) % 3] ?? "");
    const statuses = await Promise.all(shuffled.map((type) => stripe.deliver(address(), type, session)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    await becomes(payment, "SUCCESS");
    await eventually(
      () => isLookedUp(payment),
      (isWaiting) => !isWaiting,
    );
    const { rows } = await service.db.query<{ kind: string }>(
      `select kind from payment_events where payment_id = $1 order by id`,
      [payment.transaction_id],
    );
    expect(rows.map(({ kind }) => kind)).toEqual(["initiated", "succeeded"]);
    expect(await statusesOf(service, payment.merchant_transaction_id)).toEqual(["SUCCESS"]);
  });

  test("one of a payment that this service does not have is accepted and does nothing", async () => {
    const stranger = { id: "cs_of_nobody", metadata: { merchant_id: "1", payment_id: "TXN_of_nobody" } };
    expect(await stripe.deliver(address(), "checkout.session.completed", stranger)).toBe(200);
  });

  test("one of a refund causes a poll: it ends when the gateway reports so, and a late success after FAILURE is reported once (failure 24)", async () => {
    const { payment, sessionId, session } = await open();
    stripe.pay(sessionId);
    await stripe.deliver(address(), "checkout.session.completed", session);
    await becomes(payment, "SUCCESS");

    stripe.refundsBegin = "pending";
    const { refund_id: id } = (await service.merchant.refund(payment.transaction_id, "200.00")).json as {
      refund_id: string;
    };
    const refundStatus = async (): Promise<string> =>
      ((await service.merchant.refundStatus(id)).json as { refund_status: string }).refund_status;
    await eventually(refundStatus, (status) => status === "PROCESSING");
    const refund = [...stripe.refunds.values()].at(-1);
    if (refund === undefined) throw new Error("the double has no refund");
    stripe.resolveUnknownRefund(refund.id, "failed");
    await stripe.deliver(address(), "refund.updated", refund);
    await eventually(refundStatus, (status) => status === "FAILURE");

    stripe.resolveUnknownRefund(refund.id, "succeeded");
    for (let times = 0; times < 3; times += 1) {
      await stripe.deliver(address(), "refund.updated", refund);
    }
    const alarms = (): Promise<{ rows: { detail: object }[] }> =>
      service.db.query(
        `select detail from payment_events where payment_id = $1 and kind = 'refund_succeeded_late'`,
        [payment.transaction_id],
      );
    await eventually(alarms, ({ rows }) => rows.length > 0);
    await stripe.deliver(address(), "refund.updated", refund);
    await eventually(
      () =>
        service.db.query("select 1 from refunds where id = $1 and due_at > now() and taken_by is null", [id]),
      ({ rowCount }) => rowCount === 1,
    );
    expect((await alarms()).rows).toEqual([{ detail: { refund_id: id, refund_amount: "200.00" } }]);
    expect(await refundStatus()).toBe("FAILURE");
    const balance = await service.merchant.ops("POST", "/v1/ops/refunds/balance", {
      transaction_id: payment.transaction_id,
    });
    // The money has left: this amount cannot be refunded again (decision 0213).
    expect(balance.json).toMatchObject({ refunded_amount: "200.00", remaining_amount: "300.00" });
    expect((await service.merchant.refund(payment.transaction_id, "500.00")).status).toBe(400);
  });
});

describe("a reversal that its vendor called successful", () => {
  test("is FAILURE once the vendor reports its failure, and SUCCESS again if the vendor corrects itself; each is reported once", async () => {
    const { payment, sessionId, session } = await open();
    await service.merchant.cancel(payment.merchant_transaction_id);
    stripe.refundsBegin = "succeeded";
    stripe.pay(sessionId);
    await stripe.deliver(address(), "checkout.session.completed", session);
    const reversalOf = async (): Promise<{ reversal_status: string } | undefined> => {
      const { json } = await service.merchant.ops("POST", "/v1/ops/reversals/search", {
        transaction_id: payment.transaction_id,
      });
      return (json as { reversals: { reversal_status: string }[] }).reversals[0];
    };
    const becomesStatus = (status: string): Promise<unknown> =>
      eventually(reversalOf, (reversal) => reversal?.reversal_status === status);
    await becomesStatus("SUCCESS");

    const refund = [...stripe.refunds.values()].at(-1);
    if (refund === undefined) throw new Error("the double has no refund");
    const sent = stripe.refunds.size;
    stripe.resolveUnknownRefund(refund.id, "failed");
    for (let times = 0; times < 3; times += 1) await stripe.deliver(address(), "refund.failed", refund);
    await becomesStatus("FAILURE");
    stripe.resolveUnknownRefund(refund.id, "succeeded");
    await stripe.deliver(address(), "refund.updated", refund);
    await becomesStatus("SUCCESS");

    const { rows } = await service.db.query<{ kind: string }>(
      `select kind from payment_events where payment_id = $1 and kind like 'reversal%' order by id`,
      [payment.transaction_id],
    );
    expect(rows.map(({ kind }) => kind)).toEqual(["reversal_failed_late", "reversal_succeeded_late"]);
    expect(stripe.refunds.size).toBe(sent);
  });
});

describe("without a database", () => {
  test("a genuine notification is 503, so that the vendor sends it again; a forged one is 401 without a read of the database", async () => {
    const { deps, close } = depsOn(service);
    const logger = deps.logger;
    const pool = createPool({
      connectionString: `postgres://nobody:test-password@127.0.0.1:${await freePort()}/nowhere`,
      applicationName: "test",
      maxConnections: 1,
      logger,
    });
    const adapter = createStripe({
      ...TEST_STRIPE,
      apiBase: new URL(stripe.url),
      timeLimitMs: DEFAULT_TIME_LIMIT_MS,
      clock: systemClock,
    });
    const keyUsage = createKeyUsage({ ...deps, pool });
    const app = createServer({
      deps: { ...deps, pool, gateways: new Map([["stripe", adapter]]) },
      limiter: createRateLimiter({
        clock: systemClock,
        key: { perSecond: 1, burst: 1 },
        failures: { perSecond: 1, burst: 1 },
      }),
      keyUsage,
      readiness: () => Promise.resolve({ status: "not ready" as const }),
      readBacklog: () => Promise.reject(new Error("not read here")),
      metricsToken: undefined,
      trustedProxies: [],
      isDraining: () => false,
    });
    try {
      const url = `${await app.listen({ host: "127.0.0.1", port: 0 })}/gateways/stripe/notifications`;
      const { session } = await open();
      expect(await stripe.deliver(url, "checkout.session.completed", session)).toBe(503);
      expect((await fetch(url, { method: "POST", body: "{}" })).status).toBe(401);
      // Its burst is one, at this address.
      const refused = await fetch(url, { method: "POST", body: "{}" });
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
      // The vendor may have the forger's source behind a proxy: a genuine notification is not refused for that.
      expect(await stripe.deliver(url, "checkout.session.completed", session)).toBe(503);
      expect((await fetch(`${url.replace("stripe", "other")}`, { method: "POST", body: "{}" })).status).toBe(
        404,
      );
    } finally {
      await app.close();
      await keyUsage.stop();
      await pool.end();
      await close();
    }
  });
});
