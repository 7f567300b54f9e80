import { newReference } from "../merchant-code";
import { rule, saveRules, storeRules } from "../rules";
import type { TestService } from "../service";
import type { Drivers } from "./driver";

const SMALL_UPI = rule("small-upi", {
  name: "Small UPI payments",
  priority: 10,
  conditions: {
    all: [
      { field: "amount", max: "2000.00" },
      {
        any: [
          { field: "payment_method", one_of: ["UPI"] },
          { field: "udf1", prefix: "till-" },
        ],
      },
    ],
  },
});
const SAMPLE = { transaction_amount: "499.00", payment_method: "UPI" };

/** The routing rules and their gateways. These drivers use the sandbox merchant, whose rules no other driver needs. */
export const ruleDrivers: Drivers = {
  "rules.current": async (call, { service }) => {
    await saveRules(service.merchant, [SMALL_UPI, rule("every-payment")]);
    await call({ body: {}, expect: 200 });
    await call({ body: { version: 1 }, expect: 400 });
  },

  "rules.save": async (call, { service }) => {
    const version = await saveRules(service.merchant, [rule("every-payment")]);
    const rules = [SMALL_UPI, rule("every-payment")];
    const body = { expected_version: version, rules, author: "asha@example.com", note: "UPI first" };
    await call({ body, expect: 200 });
    await call({ body, expect: 409 });
    await call({ body: { ...body, rules: [rule("Not An Id")] }, expect: 400 });
  },

  "rules.restore": async (call, { service }) => {
    const older = await saveRules(service.merchant, [rule("every-payment")]);
    const newer = await saveRules(service.merchant, [SMALL_UPI, rule("every-payment")]);
    await call({ body: { version: older, expected_version: newer, note: "As it was" }, expect: 200 });
    await call({ body: { version: older, expected_version: newer }, expect: 409 });
    await call({ body: { version: 999_999, expected_version: newer + 1 }, expect: 404 });
    await call({ body: { version: 0, expected_version: newer + 1 }, expect: 400 });
    const lost = await storeRules(service, [
      rule("lost", { target: { kind: "gateway", gateway: "vanished" } }),
    ]);
    await call({ body: { version: lost, expected_version: lost }, expect: 422 });
    await saveRules(service.merchant, [rule("every-payment")]);
  },

  "rules.versions": async (call, { service }) => {
    await saveRules(service.merchant, [rule("every-payment")]);
    await call({ body: { limit: 2 }, expect: 200 });
    await call({ body: { cursor: "first" }, expect: 400 });
  },

  "rules.version": async (call, { service }) => {
    const version = await saveRules(service.merchant, [SMALL_UPI, rule("every-payment")]);
    await call({ body: { version }, expect: 200 });
    await call({ body: { version: 999_999 }, expect: 404 });
    await call({ body: { version: "1" }, expect: 400 });
  },

  "rules.simulate": async (call, { service }) => {
    const version = await saveRules(service.merchant, [SMALL_UPI, rule("every-payment")]);
    await call({ body: { payment: { ...SAMPLE, payment_method: "CC" }, version }, expect: 200 });
    await call({ body: { payment: SAMPLE, rules: [SMALL_UPI] }, expect: 200 });
    await call({ body: { payment: SAMPLE, version: 999_999 }, expect: 404 });
    await call({ body: { payment: SAMPLE, version, rules: [SMALL_UPI] }, expect: 400 });
  },

  "rules.replay": async (call, { service }) => {
    const version = await saveRules(service.merchant, [rule("every-payment")]);
    await service.merchant.payment({ payment_method: "UPI" });
    await call({ body: { count: 2, rules: [SMALL_UPI, rule("every-payment")] }, expect: 200 });
    await call({ body: { version }, expect: 200 });
    await call({ body: { version: 999_999 }, expect: 404 });
    await call({ body: { count: 1_001 }, expect: 400 });
  },

  "gateways.list": async (call) => {
    await call({ body: {}, expect: 200 });
    await call({ body: { name: "simulator" }, expect: 400 });
  },

  "gateways.reset": async (call) => {
    await call({ body: { gateway: "simulator" }, expect: 200 });
    await call({ body: { gateway: newReference() }, expect: 404 });
    await call({ body: { gateway: "" }, expect: 400 });
  },

  "rules.experiments": async (call, { service }) => {
    const version = await saveRules(service.merchant, [rule("every-payment")]);
    await start(service, version);
    await call({ body: { limit: 2 }, expect: 200 });
    await call({ body: { cursor: "first" }, expect: 400 });
    await saveRules(service.merchant, [rule("every-payment")]);
  },

  "rules.start_experiment": async (call, { service }) => {
    const version = await saveRules(service.merchant, [rule("every-payment")]);
    const rules = [SMALL_UPI, rule("every-payment")];
    const body = { expected_version: version, rules, author: "asha@example.com", note: "UPI first?" };
    await call({ body, expect: 200 });
    await call({ body, expect: 409 });
    await call({ body: { ...body, expected_version: version + 1 }, expect: 409 });
    await call({ body: { ...body, rules: [rule("Not An Id")] }, expect: 400 });
    await saveRules(service.merchant, [rule("every-payment")]);
  },

  "rules.start_trial": async (call, { service }) => {
    const version = await saveRules(service.merchant, [rule("every-payment")]);
    const experiment = await start(service, version);
    const body = { experiment, share_percent: 10, guardrail_points: 3, author: "asha@example.com" };
    await call({ body: { ...body, share_percent: 51 }, expect: 400 });
    await call({ body: { ...body, experiment: 999_999 }, expect: 404 });
    await call({ body, expect: 200 });
    await call({ body, expect: 409 });
    await saveRules(service.merchant, [rule("every-payment")]);
    const lost = await start(service, version + 1);
    await service.db.query(
      `update rule_experiments set rules = jsonb_set(rules, '{0,target,gateway}', '"vanished"') where id = $1`,
      [lost],
    );
    await call({ body: { ...body, experiment: lost }, expect: 422 });
    await saveRules(service.merchant, [rule("every-payment")]);
  },

  "rules.stop_experiment": async (call, { service }) => {
    const version = await saveRules(service.merchant, [rule("every-payment")]);
    const experiment = await start(service, version);
    await call({ body: { experiment, author: "asha@example.com" }, expect: 200 });
    await call({ body: { experiment }, expect: 409 });
    await call({ body: { experiment: 999_999 }, expect: 404 });
    await call({ body: { experiment: 0 }, expect: 400 });
  },

  "rules.promote_experiment": async (call, { service }) => {
    const version = await saveRules(service.merchant, [rule("every-payment")]);
    const experiment = await start(service, version);
    await call({ body: { experiment, author: "asha@example.com", note: "Better" }, expect: 200 });
    await call({ body: { experiment }, expect: 409 });
    await call({ body: { experiment: 999_999 }, expect: 404 });
    await call({ body: { experiment: 0 }, expect: 400 });
    const lost = await start(service, version + 1);
    await service.db.query(
      `update rule_experiments set rules = jsonb_set(rules, '{0,target,gateway}', '"vanished"') where id = $1`,
      [lost],
    );
    await call({ body: { experiment: lost }, expect: 422 });
    await saveRules(service.merchant, [rule("every-payment")]);
  },
};

/** Starts an experiment of the sandbox merchant with that version in force; returns its number. */
async function start(service: TestService, version: number): Promise<number> {
  const rules = [rule("every-payment", { name: "Candidate" })];
  const reply = await service.merchant.ops("POST", "/v1/ops/rules/start-experiment", {
    expected_version: version,
    rules,
  });
  if (reply.status !== 200) throw new Error(`the experiment was not started: ${reply.text}`);
  return (reply.json as { id: number }).id;
}
