import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestService, type TestService } from "../routing/service";
import { ADYEN_LACKS, adyenBench } from "./adyen-bench";
import type { Bench } from "./bench";
import { CASHFREE_LACKS, cashfreeBench } from "./cashfree-bench";
import { CASE_NAMES, type CaseName, CASES, type Lacks } from "./cases";
import { NOTIFICATION_CASES } from "./cases/notifications";
import { PAYPAL_LACKS, paypalBench } from "./paypal-bench";
import { RAZORPAY_LACKS, razorpayBench } from "./razorpay-bench";
import { SIMULATOR_LACKS, simulatorBench } from "./simulator-bench";
import { STRIPE_LACKS, stripeBench } from "./stripe-bench";

type Adapter = { name: string; lacks: Lacks; start: (service: TestService) => Bench | Promise<Bench> };

/** Every adapter, with what it lacks. A new one is one line here (docs/write-an-adapter.md). */
const ADAPTERS: Adapter[] = [
  { name: "simulator", lacks: SIMULATOR_LACKS, start: simulatorBench },
  { name: "stripe", lacks: STRIPE_LACKS, start: stripeBench },
  { name: "razorpay", lacks: RAZORPAY_LACKS, start: razorpayBench },
  { name: "adyen", lacks: ADYEN_LACKS, start: adyenBench },
  { name: "paypal", lacks: PAYPAL_LACKS, start: paypalBench },
  { name: "cashfree", lacks: CASHFREE_LACKS, start: cashfreeBench },
];

let service: TestService;
const benches = new Map<string, Bench>();
beforeAll(async () => {
  service = await startTestService();
  for (const { name, start } of ADAPTERS) benches.set(name, await start(service));
});
afterAll(async () => {
  for (const bench of benches.values()) await bench.close();
  await service.stop();
});

async function pass(name: CaseName, adapter: Adapter): Promise<void> {
  const bench = benches.get(adapter.name);
  if (bench === undefined) throw new Error(`${adapter.name} has not started`);
  try {
    await CASES[name](bench);
  } finally {
    bench.vary("random", 1);
    // Whatever the case showed, the adapter has sent nothing that the vendor's document does not allow.
    expect(bench.takeProblems()).toEqual([]);
  }
}

/** They compare processor times, which work beside them would change. The others often wait until an adapter gives up. */
const ALONE: readonly string[] = Object.keys(NOTIFICATION_CASES);
describe.each(CASE_NAMES)("%s", (name) => {
  for (const adapter of ADAPTERS) {
    const reason = adapter.lacks[name];
    const options = { concurrent: !ALONE.includes(name), skip: reason !== undefined };
    const title = `the gateway '${adapter.name}'${reason === undefined ? "" : ` (not here: ${reason})`}`;
    test(title, options, () => pass(name, adapter));
  }
});
