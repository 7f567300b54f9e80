import { depsOn } from "../routing/deps";
import type { TestService } from "../routing/service";
import { type Gateway, requireGateway } from "@/server/routing/gateway/port";
import { SIMULATOR } from "@/server/routing/gateway/simulator/simulator";
import type { Bench } from "./bench";
import { CASE_NAMES, type CaseName, type Lacks } from "./cases";

/** The cases that the simulator has too: it is no vendor, makes no calls, and its customers pay on the service's page. */
const HAS: readonly CaseName[] = [
  "a payment requested twice has one checkout",
  "a payment requested by two workers at once has one checkout",
  "an amount in a currency with two decimals arrives and returns to the paisa",
  "an amount in a currency without decimals arrives and returns whole",
  "an amount in a currency with three decimals arrives and returns to the paisa",
  "texts of any length and script open a checkout",
  "a checkout is open until it is paid, and then says what was charged",
  "its vendor's decline codes are mapped",
  "closing reports the money when the customer was faster",
  "money that comes after closing is reported",
  "a refund is pending until the vendor has ended it",
  "partial refunds go to the last paisa",
  "a refund sent twice has one effect",
  "a refund sent by two workers at once has one effect",
  "two refunds of one charge and amount are two",
  "a refund that the vendor does not have is unknown",
  "any body at all is read without harm",
];
const REASON = "the simulator is no vendor: it makes no calls, and hosts no page of its own";

export const SIMULATOR_LACKS: Lacks = Object.fromEntries(
  CASE_NAMES.filter((name) => !HAS.includes(name)).map((name) => [name, REASON]),
);

export function simulatorBench(service: TestService): Bench {
  // No refund ends but by `endRefund`.
  const own = depsOn(service, { refundMs: 600_000 });
  const gateway: Gateway = requireGateway(own.deps.gateways, SIMULATOR);
  const opened = new Map<string, { amountPaise: bigint; currency: string }>();
  const unused = (): never => {
    throw new Error(REASON);
  };
  return {
    name: "simulator",
    gateway: {
      ...gateway,
      async openCheckout(request) {
        const checkout = await gateway.openCheckout(request);
        if (checkout.kind === "opened") opened.set(checkout.checkoutId, request);
        return checkout;
      },
    },
    currency: "INR",
    server: null,
    calls: null,
    async pay(checkoutId) {
      const { amountPaise, currency } = opened.get(checkoutId) ?? unused();
      const charge = await gateway.hostedCheckout?.charge({
        checkoutId,
        amountPaise,
        currency,
        outcome: "SUCCESS",
      });
      return charge?.gatewayTransactionId ?? "";
    },
    expire: () => undefined,
    checkoutsOf: () => 1,
    async refundsOf(charge) {
      const { rows } = await service.db.query<{ amount: string }>(
        "select amount_paise::text as amount from simulator.refunds where transaction_id = $1",
        [charge],
      );
      return rows.map(({ amount }) => BigInt(amount));
    },
    holdRefunds: () => undefined,
    async endRefund(id) {
      await service.db.query("update simulator.refunds set settles_at = now() where refund_id = $1", [id]);
    },
    forgetKeys: () => undefined,
    hear: () => Promise.resolve(),
    decline: unused,
    setUnknownStatus: unused,
    refusal: unused,
    refusalForNow: unused,
    breakAmount: unused,
    error: unused,
    stranger: unused,
    impatient: gateway,
    unreachable: unused,
    paymentNotification: unused,
    refundNotification: unused,
    otherNotification: unused,
    changed: unused,
    unsigned: unused,
    vary: () => undefined,
    documentedErrors: () => [],
    takeProblems: () => [],
    lacks: SIMULATOR_LACKS,
    close: () => own.close(),
  };
}
