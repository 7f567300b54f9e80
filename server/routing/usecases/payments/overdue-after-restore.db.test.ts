import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { systemClock } from "@/server/platform/clock";
import { holdRefunds, releaseRefunds } from "@/server/platform/refund-hold";
import { GatewayRecordUnknown, GatewayUnavailable, requireGateway } from "../../gateway/port";
import { createStripe } from "../../gateway/stripe/stripe";
import { depsOn } from "@/tools/testing/routing/deps";
import type { TestService } from "@/tools/testing/routing/service";
import { type StripeDouble, TEST_STRIPE } from "@/tools/testing/routing/stripe-double";
import { sessionOf, startStripeService } from "@/tools/testing/routing/stripe-service";
import type { Deps } from "../deps";
import { OwnGateways } from "../gateways/own-gateways";
import { endOverduePayments } from "./end-payment";
import { createOverdueSweep } from "./overdue-sweep";
import { pollPayment } from "./poll-payment";
import { DEFAULT_TIME_LIMIT_MS } from "../../gateway/time-limit";

/** Refunds are released before any poll: neither a poll nor a sweep of the service happens in time. */
let service: TestService;
let stripe: StripeDouble;
let deps: Deps;
let stop: () => Promise<void>;
beforeAll(async () => {
  const started = await startStripeService({
    GATEWAY_FIRST_LOOK_MS: "600000",
    SWEEP_INTERVAL_MS: "600000",
  });
  ({ service, stripe } = started);
  const context = depsOn(service);
  const gateway = createStripe({
    ...TEST_STRIPE,
    apiBase: new URL(stripe.url),
    timeLimitMs: DEFAULT_TIME_LIMIT_MS,
    clock: systemClock,
  });
  deps = { ...context.deps, gateways: new Map([[gateway.name, gateway]]) };
  stop = async () => {
    await context.close();
    await started.stop();
  };
});
afterAll(() => stop());

async function overdue(): Promise<{ id: string; session: string }> {
  const { transaction_id: id } = await service.merchant.payment({}, null);
  await service.db.query("update payments set expires_at = now() - interval '1 minute' where id = $1", [id]);
  return { id, session: await sessionOf(service, id) };
}
async function restoreAndRelease(): Promise<void> {
  await holdRefunds(service.db, { backupMadeAt: new Date(), restoredAt: new Date() });
  await releaseRefunds(service.db, new Date());
}
const statusOf = async (id: string) =>
  (await service.db.query<{ status: string }>("select status from payments where id = $1", [id])).rows[0]
    ?.status;

test("an overdue payment that was paid after the backup succeeds, and is not sent back", async () => {
  const { id, session } = await overdue();
  stripe.pay(session);
  await restoreAndRelease();
  await endOverduePayments(deps);
  expect(await statusOf(id)).toBe("SUCCESS");
  expect((await service.db.query("select from refunds where kind = 'reversal'")).rowCount).toBe(0);
});

test("one that was not paid is dropped", async () => {
  const { id } = await overdue();
  await restoreAndRelease();
  await endOverduePayments(deps);
  expect(await statusOf(id)).toBe("DROP");
});

test("one whose gateway does not answer stays open until it does", async () => {
  const { id, session } = await overdue();
  stripe.pay(session);
  await restoreAndRelease();
  stripe.misbehave("GET", /^\/v1\/checkout\/sessions/, {
    kind: "error",
    status: 503,
    body: { error: { type: "api_error", code: null, message: "Down." } },
  });
  await endOverduePayments(deps);
  expect(await statusOf(id)).toBe("INITIATED");
  await endOverduePayments(deps);
  expect(await statusOf(id)).toBe("SUCCESS");
});

test("one whose polling time ends after the restore without a response is still polled before it ends", async () => {
  const { id, session } = await overdue();
  stripe.pay(session);
  await service.db.query("update payments set watched_until = now() - interval '1 hour' where id = $1", [id]);
  await holdRefunds(service.db, { backupMadeAt: new Date(), restoredAt: new Date() });
  stripe.misbehave("GET", /^\/v1\/checkout\/sessions/, {
    kind: "error",
    status: 503,
    body: { error: { type: "api_error", code: null, message: "Down." } },
  });
  await pollPayment(deps, { merchantId: 1, paymentId: id });
  await releaseRefunds(service.db, new Date());
  await endOverduePayments(deps);
  expect(await statusOf(id)).toBe("SUCCESS");
  expect((await service.db.query("select from refunds where kind = 'reversal'")).rowCount).toBe(0);
});

test("a day after the release the polling of one that never gets a response ends", async () => {
  const { id } = await overdue();
  await service.db.query("update payments set watched_until = now() - interval '1 hour' where id = $1", [id]);
  await holdRefunds(service.db, { backupMadeAt: new Date(), restoredAt: new Date() });
  await releaseRefunds(service.db, new Date(Date.now() - 25 * 3_600_000));
  stripe.misbehave("GET", /^\/v1\/checkout\/sessions/, { kind: "cut" });
  await pollPayment(deps, { merchantId: 1, paymentId: id });
  await endOverduePayments(deps);
  expect(await statusOf(id)).toBe("DROP");
});

test("a gateway that does not respond is called once in a sweep, which must not occupy a worker for long", async () => {
  const payments = [await overdue(), await overdue(), await overdue()];
  for (const { session } of payments) stripe.pay(session);
  await restoreAndRelease();
  let calls = 0;
  const silent = {
    ...requireGateway(deps.gateways, "stripe"),
    fetchPayment: () => {
      calls += 1;
      return Promise.reject(new GatewayUnavailable("It does not answer."));
    },
  };
  await endOverduePayments({ ...deps, gateways: new Map([[silent.name, silent]]) });
  expect(calls).toBe(1);
  await endOverduePayments(deps);
  for (const { id } of payments) expect(await statusOf(id)).toBe("SUCCESS");
});

test("an overdue payment of the backup is polled also when the clock of the restore was behind", async () => {
  const { id, session } = await overdue();
  stripe.pay(session);
  await holdRefunds(service.db, { backupMadeAt: new Date(), restoredAt: new Date(Date.now() - 3_600_000) });
  await releaseRefunds(service.db, new Date());
  await endOverduePayments(deps);
  expect(await statusOf(id)).toBe("SUCCESS");
  expect((await service.db.query("select from refunds where kind = 'reversal'")).rowCount).toBe(0);
});

test("a lookup that never returns is left behind, and the sweep ends the payments after it", async () => {
  const payments = [await overdue(), await overdue(), await overdue()];
  await restoreAndRelease();
  // It was never sent to a gateway, so there is none to ask.
  await service.db.query("update payments set watched_until = null where id = $1", [payments[2]?.id]);
  let calls = 0;
  const hanging = {
    ...requireGateway(deps.gateways, "stripe"),
    fetchPayment: () => {
      calls += 1;
      return new Promise<never>(() => undefined);
    },
  };
  const logged = vi.fn();
  const logger = { ...deps.logger, error: logged } as never;
  const gateways = new Map([[hanging.name, hanging]]);
  await endOverduePayments({ ...deps, logger, gateways }, null, { lookupLimitMs: 50 });
  expect(calls).toBe(1);
  expect(logged.mock.calls).toEqual([
    [expect.objectContaining({ payment: payments[0]?.id }), "an overdue payment could not be ended"],
  ]);
  expect(await statusOf(payments[1]?.id ?? "")).toBe("INITIATED");
  expect(await statusOf(payments[2]?.id ?? "")).toBe("DROP");
  await endOverduePayments(deps);
});

/** Each lookup gets this error, if any. `calls`: the accounts that were asked, in order. */
function failingLookups(errorOf: (account: number | null) => Error | null): {
  calls: (number | null)[];
  deps: Deps;
} {
  const calls: (number | null)[] = [];
  const real = requireGateway(deps.gateways, "stripe");
  const of = (account: number | null): typeof real => ({
    ...real,
    fetchPayment: (...args) => {
      calls.push(account);
      const error = errorOf(account);
      return error === null ? real.fetchPayment(...args) : Promise.reject(error);
    },
  });
  const ownGateways = new OwnGateways(deps.ownGateways.open);
  ownGateways.find = (_stored, { account }) => Promise.resolve(of(account));
  return { calls, deps: { ...deps, gateways: new Map([[real.name, of(null)]]), ownGateways } };
}

test("lookups that take long end a sweep, and the next one goes on behind them", async () => {
  const payments = [await overdue(), await overdue(), await overdue()];
  for (const { session } of payments) stripe.pay(session);
  await restoreAndRelease();
  const { calls, deps: failing } = failingLookups(() => new GatewayRecordUnknown("It cannot tell."));
  const first = await endOverduePayments(failing, null, { limitMs: 0 });
  expect([calls.length, first.next]).toEqual([1, expect.objectContaining({ id: payments[0]?.id })]);
  const second = await endOverduePayments(failing, first.next, { limitMs: 0 });
  expect([calls.length, second.next]).toEqual([2, expect.objectContaining({ id: payments[1]?.id })]);
  await endOverduePayments(deps);
  for (const { id } of payments) expect(await statusOf(id)).toBe("SUCCESS");
});

test("a sweep that begins while another one still ends payments leaves them to it", async () => {
  const { id, session } = await overdue();
  stripe.pay(session);
  await restoreAndRelease();
  const { calls, deps: failing } = failingLookups(() => new GatewayRecordUnknown("It cannot tell."));
  const sweep = createOverdueSweep(failing);
  await Promise.all([sweep(), sweep(), sweep()]);
  expect(calls).toHaveLength(1);
  await sweep();
  expect(calls).toHaveLength(2);
  await endOverduePayments(deps);
  expect(await statusOf(id)).toBe("SUCCESS");
});

test("an account whose key was revoked keeps no payment of another account open", async () => {
  const payments = [await overdue(), await overdue(), await overdue()];
  for (const { session } of payments) stripe.pay(session);
  // No row of an account is read here: the gateways below are its stand-ins.
  await service.db.query("alter table payments drop constraint if exists payments_gateway_account");
  const setAccount = (id: string | undefined, account: number | null) =>
    service.db.query("update payments set gateway_account = $2 where id = $1", [id, account]);
  await setAccount(payments[0]?.id, 1);
  await setAccount(payments[1]?.id, 2);
  await setAccount(payments[2]?.id, 2);
  await restoreAndRelease();
  const { calls, deps: failing } = failingLookups((account) =>
    account === 1 ? new GatewayUnavailable("The key was revoked.") : null,
  );
  await endOverduePayments(failing);
  expect(calls).toEqual([1, 2, 2]);
  expect(await statusOf(payments[1]?.id ?? "")).toBe("SUCCESS");
  expect(await statusOf(payments[2]?.id ?? "")).toBe("SUCCESS");
  await setAccount(payments[0]?.id, null);
  await endOverduePayments(deps);
});
