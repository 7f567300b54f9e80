import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Payment } from "../../domain/payments/payment";
import { readGatewayState } from "../gateways/gateway-of";
import { listGatewayHealth } from "../../store/gateways/gateway-health";
import { findPayment } from "../../store/payments/payments";
import { depsOn } from "@/tools/testing/routing/deps";
import { GatewayDouble } from "@/tools/testing/routing/gateway-double";
import { eventually } from "@/tools/testing/routing/merchant-code";
import { startTestService, type TestService } from "@/tools/testing/routing/service";
import type { Deps } from "../deps";
import { type CheckoutSearch, openCheckout } from "./open-checkout";

/** Two service processes on one database; both use the same two vendor doubles. */
let service: TestService;
let payment: Payment;
let here: Deps;
let there: Deps;
const closing: (() => Promise<void>)[] = [];
let first: GatewayDouble;
let second: GatewayDouble;

beforeAll(async () => {
  service = await startTestService();
  const created = await service.merchant.payment({}, null);
  const processes = [depsOn(service), depsOn(service)] as const;
  closing.push(...processes.map(({ close }) => close));
  [here, there] = [processes[0].deps, processes[1].deps];
  const found = await findPayment(here.pool, 1, created.transaction_id);
  if (found === null) throw new Error("no such payment");
  payment = found;
});
afterAll(async () => {
  for (const close of closing) await close();
  await service.stop();
});
beforeEach(async () => {
  await service.db.query(`delete from gateway_health`);
  first = new GatewayDouble("first");
  second = new GatewayDouble("second");
  const gateways = new Map([
    [first.name, first],
    [second.name, second],
  ]);
  const circuit = { failures: 3, windowMs: 60_000, openMs: 60_000, trialLeaseMs: 60_000 };
  const checkoutLimits = { gatewayMs: 500, totalMs: 10_000 };
  here = { ...here, gateways, circuit, checkoutLimits };
  there = { ...there, gateways, circuit, checkoutLimits };
});

const MATCHING = [{ ruleId: "r", gateways: ["first", "second"] }];
const open = async (deps: Deps = here, matching = MATCHING): Promise<CheckoutSearch> =>
  openCheckout(deps, payment, matching, await readGatewayState(deps.pool, payment.merchantId));
const outcomes = ({ attempts }: CheckoutSearch): string[] =>
  attempts.map(({ gateway, outcome }) => `${gateway} ${outcome}`);
const stateOf = async (gateway: string): Promise<string | undefined> =>
  (await listGatewayHealth(here.pool, null)).get(gateway)?.circuit.state;
async function breakFirst(): Promise<void> {
  first.behaviour = "unavailable";
  for (let i = 0; i < 3; i += 1) await open();
}

/** Ends the gateway's pause independently of the clock: a trial call is due. */
async function endPause(): Promise<void> {
  await service.db.query(`update gateway_health set next_trial_at = now() where state = 'open'`);
}

describe("repeated failures", () => {
  test("after three in a row every process skips the gateway, and the attempt says until when", async () => {
    first.behaviour = "unavailable";
    expect(outcomes(await open(here))).toEqual(["first failed", "second opened"]);
    await open(there);
    await open(here);
    const skipped = await open(there);
    expect(skipped.attempts).toEqual([
      {
        ruleId: "r",
        gateway: "first",
        outcome: "skipped",
        message: expect.stringMatching(/^circuit open until 20.*Z$/) as string,
      },
      { ruleId: "r", gateway: "second", outcome: "opened" },
    ]);
    expect(first.calls).toBe(3);
  });

  test("failures of many payments at once are all counted", async () => {
    first.behaviour = "throws";
    await Promise.all([open(here), open(there), open(here)]);
    expect(await stateOf("first")).toBe("open");
  });

  test("a refusal is the answer of a gateway that works: it never counts, and ends a row of failures", async () => {
    first.behaviour = "refuses";
    for (let i = 0; i < 5; i += 1) expect(outcomes(await open())).toEqual(["first failed", "second opened"]);
    expect(await stateOf("first")).toBeUndefined();
    for (const behaviour of [
      "unavailable",
      "unavailable",
      "refuses",
      "unavailable",
      "unavailable",
    ] as const) {
      first.behaviour = behaviour;
      await open();
    }
    expect(await stateOf("first")).toBe("closed");
  });

  test("gateways that work cost no write, whether they never failed or are well again", async () => {
    const rowVersions = async (): Promise<object[]> =>
      (await service.db.query<object>(`select gateway, xmin::text from gateway_health`)).rows;
    for (let i = 0; i < 3; i += 1) await open();
    expect(await rowVersions()).toEqual([]);
    first.behaviour = "unavailable";
    await open();
    first.behaviour = "opens";
    await open();
    const wellAgain = await rowVersions();
    expect(wellAgain).toMatchObject([{ gateway: "first" }]);
    for (let i = 0; i < 3; i += 1) await open(there);
    expect(await rowVersions()).toEqual(wellAgain);
  });
});

describe("the half-open trial", () => {
  test("of fifty payments in two processes that find it due, exactly one calls the gateway", async () => {
    await breakFirst();
    await endPause();
    first.behaviour = "opens";
    const calls = first.calls;
    let release = (): void => undefined;
    first.until = new Promise((resolve) => {
      release = resolve;
    });
    const patient = { checkoutLimits: { gatewayMs: 10_000, totalMs: 10_000 } };
    const searches = Array.from({ length: 50 }, (_, index) =>
      open({ ...(index % 2 === 0 ? here : there), ...patient }),
    );
    // No other payment waits for the trial call: while it is held, all go to the second gateway.
    await eventually(
      () => Promise.resolve(second.calls),
      (count) => count === 3 + 49,
    );
    expect(first.calls - calls).toBe(1);
    release();
    const settled = (await Promise.all(searches)).map(outcomes);
    expect(settled.filter(([attempt]) => attempt === "first opened")).toHaveLength(1);
    expect(settled.filter(([attempt]) => attempt === "first skipped")).toHaveLength(49);
    expect(await stateOf("first")).toBe("closed");
    expect(outcomes(await open(there))).toEqual(["first opened"]);
  });

  test("one that is refused counts as working", async () => {
    await breakFirst();
    await endPause();
    first.behaviour = "refuses";
    await open();
    expect(await stateOf("first")).toBe("closed");
  });

  test("one that fails opens the circuit again, for twice as long", async () => {
    await breakFirst();
    await endPause();
    expect(outcomes(await open())).toEqual(["first failed", "second opened"]);
    const circuit = (await listGatewayHealth(here.pool, null)).get("first")?.circuit;
    if (circuit?.state !== "open") throw new Error(circuit?.state);
    expect(circuit.nextTrialAt.getTime() - circuit.openedAt.getTime()).toBe(120_000);
    expect(outcomes(await open(there))).toEqual(["first skipped", "second opened"]);
    await endPause();
    first.behaviour = "opens";
    expect(outcomes(await open())).toEqual(["first opened"]);
  });

  test("one that a process with a wrong clock began or ended is due when the database says so", async () => {
    const wrong = (ms: number): Deps => ({ ...here, clock: { now: () => new Date(Date.now() + ms) } });
    first.behaviour = "unavailable";
    for (let i = 0; i < 3; i += 1) await open(wrong(3_600_000));
    const { rows } = await service.db.query<{ is_soon: boolean }>(
      "select next_trial_at < now() + interval '5 minutes' as is_soon from gateway_health where gateway = 'first'",
    );
    expect(rows).toEqual([{ is_soon: true }]);
    expect(outcomes(await open(wrong(3_600_000)))).toEqual(["first skipped", "second opened"]);
    await endPause();
    first.behaviour = "opens";
    expect(outcomes(await open(wrong(-3_600_000)))).toEqual(["first opened"]);
  });

  test("one whose process was killed is followed by another when its lease has run out", async () => {
    await breakFirst();
    await service.db.query(
      `update gateway_health set state = 'half_open', next_trial_at = null, trial_until = now() + interval '1 hour'`,
    );
    first.behaviour = "opens";
    expect(outcomes(await open())).toEqual(["first skipped", "second opened"]);
    await service.db.query(`update gateway_health set trial_until = now()`);
    expect(outcomes(await open())).toEqual(["first opened"]);
    expect(await stateOf("first")).toBe("closed");
  });
});

describe("gateways that do not answer", () => {
  test("one that hangs is given up in time and counts as unavailable; the next one opens", async () => {
    first.behaviour = "hangs";
    const search = await open();
    expect(search.attempts).toEqual([
      {
        ruleId: "r",
        gateway: "first",
        outcome: "failed",
        cause: "unavailable",
        message: "first did not answer within 500 ms",
      },
      { ruleId: "r", gateway: "second", outcome: "opened" },
    ]);
    expect(await stateOf("first")).toBe("closed");
    expect((await listGatewayHealth(here.pool, null)).get("first")?.lastFailure?.message).toContain(
      "did not answer",
    );
  });

  test("no further one is called once the time for all of them is spent", async () => {
    const third = new GatewayDouble("third");
    const gateways = new Map([first, second, third].map((gateway) => [gateway.name, gateway]));
    first.behaviour = "hangs";
    const checkoutLimits = { gatewayMs: 600, totalMs: 500 };
    const search = await open({ ...here, gateways, checkoutLimits }, [
      { ruleId: "r", gateways: ["first", "second"] },
      { ruleId: "s", gateways: ["first", "third"] },
    ]);
    expect(outcomes(search)).toEqual(["first failed", "second skipped", "third skipped"]);
    expect(search.attempts.at(-1)).toMatchObject({
      ruleId: "s",
      message: "no time left: the gateways before it took too long",
    });
    expect([second.calls, third.calls]).toEqual([0, 0]);
  });
});
