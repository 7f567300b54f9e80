import { type Protected, without } from "./protected";

/** Routing by success rates (decision 0313), the fees that it weighs (0317), and the rates that people see (0316). */
export const SUCCESS_RATES: readonly Protected[] = [
  {
    row: 129,
    fault: "a gateway declines every payment from one moment on, while its circuit stays closed",
    test: {
      file: "server/routing/usecases/success-rate/count-outcomes.db.test.ts",
      name: "another segment learns at once that a gateway is failing, and gets it back when nobody hears of it",
    },
    also: ["server/routing/domain/success-rate/success-rate.test.ts"],
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
];
