import { type Protected, without } from "./protected";

/** Routing by success rates (decision 0313). */
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
];
