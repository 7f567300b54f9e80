import { beforeEach } from "vitest";
import type { PaymentRequest } from "@/server/routing/domain/payments/payment";
import type { Deps } from "@/server/routing/usecases/deps";
import { rememberNothing } from "@/server/routing/usecases/idempotency";
import { createPayment } from "@/server/routing/usecases/payments/create-payment";
import { RuleSetCache } from "@/server/routing/usecases/rules/rule-set-cache";
import { SharesCache } from "@/server/routing/usecases/success-rate/shares-cache";
import { GatewayDouble } from "./gateway-double";
import { paymentRequest } from "./payment-request";
import { storeRules } from "./rules";
import { useServiceWithoutWorker } from "./service-without-worker";

export const SANDBOX = 1;

/**
 * Payments of the sandbox merchant at gateways that are doubles, for all tests of a file. Each test begins with these
 * rules in force, and with nothing known about the gateways.
 */
export function useGatewayDoubles<const Name extends string>(
  names: readonly Name[],
  rules: readonly Record<string, unknown>[],
) {
  const byHand = useServiceWithoutWorker();
  const inForce = { version: 0 };
  beforeEach(async () => {
    for (const table of [
      "payment_outcomes",
      "gateway_statistics",
      "success_rate_shares",
      "rule_experiments",
      "gateway_fee_lists",
      "gateway_health",
    ]) {
      await byHand.service.db.query(`delete from ${table}`);
    }
    inForce.version = await storeRules(byHand.service, rules);
  });

  /** The dependencies of a process that has just started: its caches are empty. */
  function withDoubles() {
    const doubles = Object.fromEntries(names.map((name) => [name, new GatewayDouble(name)])) as Record<
      Name,
      GatewayDouble
    >;
    const gateways = new Map<string, GatewayDouble>(Object.entries(doubles));
    return { ...byHand.deps, doubles, gateways, shares: new SharesCache(), ruleSets: new RuleSetCache() };
  }

  const request = (deps: Deps, fields: Partial<PaymentRequest> = {}) =>
    createPayment(deps, SANDBOX, paymentRequest(fields), rememberNothing);
  async function create(deps: Deps, fields: Partial<PaymentRequest> = {}) {
    const created = await request(deps, fields);
    if (!created.ok) throw new Error(`not created: ${created.error.kind}`);
    return created.value.payment;
  }

  /** The dependencies when each payment that exists now has the age at which it counts. */
  const whenAllCount = <D extends Deps>(deps: D): D => ({
    ...deps,
    clock: { now: () => new Date(Date.now() + 3_600_000) },
  });
  /** The payments' own outcomes, for a test that makes them by hand. */
  async function dropOwnOutcomes(paymentIds: readonly string[]): Promise<void> {
    await byHand.service.db.query(
      "delete from payment_outcomes where payment_id = any($1) and is_success is null",
      [paymentIds],
    );
  }

  return { byHand, inForce, withDoubles, request, create, whenAllCount, dropOwnOutcomes };
}
