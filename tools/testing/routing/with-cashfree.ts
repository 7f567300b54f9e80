import { afterAll, beforeAll } from "vitest";
import { systemClock } from "@/server/platform/clock";
import { createCashfree } from "@/server/routing/gateway/cashfree/cashfree";
import type { CheckoutRequest, Gateway } from "@/server/routing/gateway/port";
import { DEFAULT_TIME_LIMIT_MS } from "@/server/routing/gateway/time-limit";
import { type CashfreeDouble, startCashfreeDouble, TEST_CASHFREE } from "./cashfree-double";
import { checkoutRequest } from "./checkout-request";

export type CashfreeTest = {
  double: CashfreeDouble;
  cashfree: Gateway;
  /** Another adapter for the same double, with its own time limit in milliseconds. */
  adapter: (timeLimitMs: number) => Gateway;
  /** Opens a checkout, by default of 1,000 rupees; returns its id. */
  open: (fields?: Partial<CheckoutRequest>) => Promise<string>;
};

/** A double of Cashfree and the adapter for it, for the tests of a file. `current()`: once they have started. */
export function withCashfree(): { current: () => CashfreeTest } {
  let test: CashfreeTest | null = null;
  beforeAll(async () => {
    const double = await startCashfreeDouble();
    const adapter = (timeLimitMs: number): Gateway =>
      createCashfree({ ...TEST_CASHFREE, apiBase: new URL(double.url), timeLimitMs, clock: systemClock });
    const cashfree = adapter(DEFAULT_TIME_LIMIT_MS);
    const open = async (fields: Partial<CheckoutRequest> = {}): Promise<string> => {
      const opened = await cashfree.openCheckout(checkoutRequest({ amountPaise: 100_000n, ...fields }));
      if (opened.kind !== "opened") throw new Error(opened.message);
      return opened.checkoutId;
    };
    test = { double, cashfree, adapter, open };
  });
  afterAll(() => test?.double.close());
  return {
    current: () => {
      if (test === null) throw new Error("Cashfree's double has not started");
      return test;
    },
  };
}
