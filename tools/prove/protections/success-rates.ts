import { type Protected, without } from "./protected";

/**
 * Routing by success rates (decision 0313), the fees that it weighs (0317), the rates that people see (0316), and
 * experiments with rules (0318).
 */
export const SUCCESS_RATES: readonly Protected[] = [
  {
    row: 129,
    fault: "a gateway declines every payment from one moment on, while its circuit stays closed",
    test: {
      file: "server/routing/usecases/success-rate/route-by-success-rate.db.test.ts",
      name: "another segment learns at once that a gateway is failing, and gets it back when nobody hears of it",
    },
    also: ["server/routing/domain/success-rate/counted.test.ts"],
    ...without(
      "the sum that finds a jump of failures",
      "server/routing/domain/success-rate/counted.ts",
      "if (found !== null && found.failingSince !== null) isFailing = true;",
    ),
  },
  {
    row: 133,
    fault:
      "a gateway gets the payments that no gateway could have made succeed, and looks worse than the others",
    test: {
      file: "server/routing/http/ops/payment-rates.http.test.ts",
      name: "a declined payment counts against its gateway, unless no gateway could have avoided it",
    },
    also: ["e2e/gateway-rates.spec.ts"],
    ...without(
      "the reasons that do not count against a gateway",
      "server/routing/usecases/payments/count-rates.ts",
      '[avoidability === "unavoidable" ? "unavoidable" : "failed"]',
      '[avoidability === "unavoidable" ? "failed" : "failed"]',
    ),
  },
  {
    row: 134,
    fault: "two people enter the fees of one gateway at the same time",
    test: {
      file: "server/routing/http/ops/gateway-fees.http.test.ts",
      name: "of twenty who save at the same time, one succeeds",
    },
    ...without(
      "the revision that a save must name",
      "server/routing/store/gateways/gateway-fees.ts",
      "where l.revision = $3",
    ),
  },
  {
    row: 135,
    fault: "candidate rules in a trial turn out to lose payments while nobody looks",
    test: {
      file: "server/routing/usecases/experiments/trial.db.test.ts",
      name: "is ended by its guardrail once its rules are worse for certain, and decides nothing from then on",
    },
    also: [
      "server/routing/domain/experiments/experiments.test.ts",
      "server/dashboard/notifications/jobs/watch-events.db.test.ts",
    ],
    ...without(
      "the guardrail in the transaction that counts outcomes",
      "server/routing/usecases/experiments/count-results.ts",
      "await endExperiment(db, merchantId, id, end)",
      "await Promise.resolve(false)",
    ),
  },
  {
    row: 136,
    fault: "one person stops an experiment while another promotes its rules",
    test: {
      file: "server/routing/usecases/experiments/end-experiment.db.test.ts",
      name: "stopped and promoted at the same moment: it is either, never both",
    },
    also: ["e2e/rule-experiments.spec.ts"],
    ...without(
      "the condition that the promoted experiment is open",
      "server/routing/store/rules/rules.ts",
      "and ($8::integer is null or $8 in (select id from open))",
    ),
  },
];
