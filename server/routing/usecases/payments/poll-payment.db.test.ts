import { expect, test } from "vitest";
import { type GatewayPayment, GatewayUnavailable, requireGateway } from "../../gateway/port";
import { useServiceWithoutWorker } from "@/tools/testing/routing/service-without-worker";
import type { Deps } from "../deps";
import { GatewayCalls } from "../gateways/gateway-calls";
import { lookUpPayment, pollPayment } from "./poll-payment";

const SANDBOX = 1;
const byHand = useServiceWithoutWorker();

async function polled(untilMs: number): Promise<string> {
  const { transaction_id: id } = await byHand.service.merchant.payment({}, null);
  await byHand.service.db.query(
    "update payments set watched_until = now() + $2 * interval '1 millisecond' where id = $1",
    [id, untilMs],
  );
  return id;
}

function withGateway(fetchPayment: () => Promise<GatewayPayment>): { deps: Deps; calls: () => number } {
  let calls = 0;
  const simulator = requireGateway(byHand.deps.gateways, "simulator");
  const gateway = {
    ...simulator,
    fetchPayment: () => {
      calls += 1;
      return fetchPayment();
    },
  };
  const deps = {
    ...byHand.deps,
    gateways: new Map([["simulator", gateway]]),
    gatewayCalls: new GatewayCalls(),
    // Once open, it stays so for longer than a test takes.
    circuit: { ...byHand.deps.circuit, openMs: 600_000 },
  };
  return { deps, calls: () => calls };
}
const poll = (deps: Deps, paymentId: string, attempt = 0) =>
  pollPayment(deps, { merchantId: SANDBOX, paymentId, attempt });
async function stateOf(paymentId: string) {
  const { rows } = await byHand.service.db.query<{
    is_polled: boolean;
    pause_s: number;
    jobs: string[];
    attempts: number[];
  }>(
    `select watched_until is not null as is_polled,
       (select extract(epoch from max(j.run_at) - now())::float8 from graphile_worker._private_jobs j
         where j.payload->>'paymentId' = $1) as pause_s,
       array(select t.identifier from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
         where j.payload->>'paymentId' = $1 and j.run_at > now()) as jobs,
       array(select (j.payload->>'attempt')::integer from graphile_worker._private_jobs j
         where j.payload->>'paymentId' = $1 and j.payload->>'attempt' is not null) as attempts
     from payments where id = $1`,
    [paymentId],
  );
  return rows[0];
}
const hangs = (): Promise<never> => new Promise(() => undefined);
const down = (): Promise<never> => Promise.reject(new GatewayUnavailable("It does not respond."));

test("a gateway that holds its share of the workers gets no further poll: the poll is scheduled again, like a lookup", async () => {
  const { deps, calls } = withGateway(hangs);
  const ids = await Promise.all(Array.from({ length: 8 }, () => polled(3_600_000)));
  for (const id of ids) void poll(deps, id);
  await expect.poll(calls).toBe(8);

  const waiting = await polled(3_600_000);
  await poll(deps, waiting, 3);
  expect(await stateOf(waiting)).toMatchObject({ is_polled: true, jobs: ["watch-payment"], attempts: [3] });
  const asked = await polled(3_600_000);
  await lookUpPayment(deps, { merchantId: SANDBOX, paymentId: asked });
  expect(await stateOf(asked)).toMatchObject({ jobs: ["look-up-payment"], attempts: [1] });
  const often = await polled(3_600_000);
  await lookUpPayment(deps, { merchantId: SANDBOX, paymentId: often, attempt: 9 });
  const { pause_s: pause = 0, ...again } = (await stateOf(often)) ?? {};
  expect(again).toEqual({ is_polled: true, jobs: ["look-up-payment"], attempts: [10] });
  expect(pause).toBeGreaterThan(10);
  expect(pause).toBeLessThan(20);
  expect(calls()).toBe(8);
});

test("a gateway that does not respond is polled rarely, and the last poll of a payment is made all the same", async () => {
  const { deps, calls } = withGateway(down);
  for (let failed = 0; failed < deps.circuit.failures; failed += 1) await poll(deps, await polled(3_600_000));
  const before = calls();
  const waiting = await polled(3_600_000);
  await poll(deps, waiting, 3);
  expect(await stateOf(waiting)).toMatchObject({ is_polled: true, jobs: ["watch-payment"], attempts: [3] });
  expect(calls()).toBe(before);

  const last = await polled(-1_000);
  await poll(deps, last);
  expect(calls()).toBe(before + 1);
  expect(await stateOf(last)).toMatchObject({ is_polled: false });
});
