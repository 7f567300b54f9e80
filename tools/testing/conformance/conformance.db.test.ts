import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startTestService, type TestService } from "../routing/service";
import { ADYEN_LACKS, adyenBench } from "./adyen-bench";
import type { Bench } from "./bench";
import { CASHFREE_LACKS, cashfreeBench } from "./cashfree-bench";
import { CASE_NAMES, CASES, type Lacks } from "./cases";
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
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

describe.each(ADAPTERS)("the gateway $name", ({ lacks, start }) => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await start(service);
  });
  afterAll(() => bench.close());
  afterEach(() => {
    bench.vary("random", 1);
    // Whatever the case showed, the adapter has sent nothing that the vendor's document does not allow.
    expect(bench.takeProblems()).toEqual([]);
  });

  for (const name of CASE_NAMES) {
    const reason = lacks[name];
    test.skipIf(reason !== undefined)(`${name}${reason === undefined ? "" : ` (not here: ${reason})`}`, () =>
      CASES[name](bench),
    );
  }
});
